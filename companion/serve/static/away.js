// The service worker. Where a page is asked for and no host answers, it shows the one page that it was made with (`PAGE`,
// put before these lines by serve/away.py) instead of the browser's. Whatever a host does answer goes by untouched, and
// nothing is kept: no cache, no page, no secret.

addEventListener("install", () => skipWaiting()); // a newer one waits for no tab to be closed
addEventListener("activate", (event) => event.waitUntil(registration.navigationPreload.enable()));

addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate" && event.request.method === "GET") event.respondWith(answer(event));
});

// The browser has asked the host by itself while the worker was being started, so that a page comes no later for it.
async function answer(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": PAGE.policy };
    return new Response(PAGE.html, { status: 503, headers });
  }
}
