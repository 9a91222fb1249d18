/**
 * Lets the pages that play by themselves, tables and practice, be reloaded without Wi-Fi: the page and what it loaded,
 * as they were when the server last answered. The server comes first, except for files that never change; the game
 * itself is kept by the page, not here.
 */
const CACHE = "fiveline-tables-1";
const PLAYED = /^\/(tables?|practice|learn)\//;
const PARTS = /^\/(static|jsi18n)\//;
/** A file whose name contains a hash of its content never changes. */
const HASHED = /\.[0-9a-f]{12}(?=\.\w+$)/;
/** A page that was kept before an update needs the files of that time; the server removes them as late. */
const KEEP_OLD_MS = 30 * 24 * 3_600_000;
/** A network that answers nothing is worse than none. */
const PATIENCE_MS = 4_000;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("message", (event) => {
  const { type, page, parts } = event.data ?? {};
  if (type === "keep") event.waitUntil(keep([page, ...parts]));
});

self.addEventListener("fetch", (event) => {
  const { method, url, mode } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== self.location.origin) return;
  const isPage = mode === "navigate" && PLAYED.test(pathname);
  if (HASHED.test(pathname)) event.respondWith(cacheFirst(event));
  else if (isPage || PARTS.test(pathname)) event.respondWith(serverFirst(event));
});

/** A page is kept after all that it needs: one that was found can be shown. */
async function keep(wanted) {
  const cache = await caches.open(CACHE);
  const urls = wanted.map((url) => new URL(url, self.location.origin));
  const keepOne = async ({ href }) => {
    if (HASHED.test(href) && (await cache.match(href, { ignoreVary: true }))) return;
    const answer = await fetch(href, { credentials: "same-origin" }).catch(() => null);
    if (answer?.ok && !answer.redirected) await cache.put(href, answer);
  };
  const isPart = ({ pathname }) => PARTS.test(pathname);
  await Promise.all(urls.filter(isPart).map(keepOne));
  await Promise.all(urls.filter((url) => !isPart(url)).map(keepOne));
  await removeOlder(cache, urls.map(({ href }) => href));
}

/** Delete what was used long ago in place of these files. */
async function removeOlder(cache, urls) {
  const names = new Set(urls.filter((url) => HASHED.test(url)).map((url) => url.replace(HASHED, "")));
  for (const request of await cache.keys()) {
    const { url } = request;
    if (!HASHED.test(url) || urls.includes(url) || !names.has(url.replace(HASHED, ""))) continue;
    const kept = await cache.match(request, { ignoreVary: true });
    if (Date.now() - Date.parse(kept?.headers.get("date")) > KEEP_OLD_MS) await cache.delete(request);
  }
}

async function cacheFirst(event) {
  const { request } = event;
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  // A store that is full keeps nothing, and takes nothing from the page.
  if (answer.ok && !answer.redirected) event.waitUntil(cache.put(request, answer.clone()).catch(() => {}));
  return answer;
}

async function serverFirst(event) {
  const { request } = event;
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreVary: true });
  const answered = fetch(request).then(async (answer) => {
    if (answer.ok && !answer.redirected) await cache.put(request, answer.clone());
    return answer;
  });
  if (!kept) return answered;
  event.waitUntil(answered.catch(() => {}));
  const patience = new Promise((resolve) => {
    setTimeout(() => resolve(kept), PATIENCE_MS);
  });
  return Promise.race([answered.catch(() => kept), patience]);
}
