/** Makes a page available offline, where browsers allow a service worker (serviceWorker, games/views/table.py). */

/**
 * Register the service worker, and let it cache this page and its files for a reload without Wi-Fi.
 * @param {string[]} [more]  files that the page has not loaded yet
 */
export async function registerOfflinePage(more = []) {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/sw.js").catch(() => null);
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const own = loaded.filter((url) => url.startsWith(`${location.origin}/static/`) || url.includes("/jsi18n/"));
  active?.postMessage({ type: "keep", page: location.pathname, parts: [...new Set([...own, ...more])] });
}
