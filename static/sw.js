/**
 * Lets the pages that play by themselves, tables and practice, be reloaded without Wi-Fi: the page and what it loaded,
 * as they were when the server was last heard. The server always comes first; the game itself is kept by the page, not here.
 */
const CACHE = "fiveline-tables-1";
const PLAYED = /^\/(tables?|practice|learn)\//;
const PARTS = /^\/(static|jsi18n)\//;
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
  if (isPage || PARTS.test(pathname)) event.respondWith(serverFirst(event));
});

async function keep(urls) {
  const cache = await caches.open(CACHE);
  await Promise.all(
    urls.map(async (url) => {
      const answer = await fetch(url, { credentials: "same-origin" }).catch(() => null);
      if (answer?.ok && !answer.redirected) await cache.put(url, answer);
    }),
  );
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
