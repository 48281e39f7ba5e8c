// Small things that several modules share.

// Listens until `owner` stops: it calls everything in `owner.stops`.
export function listen(owner, target, type, listener, options) {
  target.addEventListener(type, listener, options);
  owner.stops.push(() => target.removeEventListener(type, listener, options));
}

// A fresh random word. `crypto.randomUUID` would want https.
export function token() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
