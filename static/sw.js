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
  if (HASHED.test(pathname)) event.respondWith(cacheFirst(event.request));
  else if (isPage || PARTS.test(pathname)) event.respondWith(serverFirst(event));
});

async function keep(urls) {
  const cache = await caches.open(CACHE);
  const kept = await Promise.all(
    urls.map(async (url) => {
      if (HASHED.test(url) && (await cache.match(url))) return true;
      const answer = await fetch(url, { credentials: "same-origin" }).catch(() => null);
      const isGood = Boolean(answer?.ok && !answer.redirected);
      if (isGood) await cache.put(url, answer);
      return isGood;
    }),
  );
  if (kept.every(Boolean)) await removeOlder(cache, urls);
}

/** Delete what an earlier version of the page used in place of these files. */
async function removeOlder(cache, urls) {
  const current = new Set(urls.map((url) => new URL(url, self.location.origin).href));
  const names = new Set([...current].filter((url) => HASHED.test(url)).map((url) => url.replace(HASHED, "")));
  for (const { url } of await cache.keys()) {
    if (!current.has(url) && HASHED.test(url) && names.has(url.replace(HASHED, ""))) await cache.delete(url);
  }
}

async function cacheFirst(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && !answer.redirected) await cache.put(request, answer.clone());
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
