// The device: who it is, its settings, its screen, its sound, its files.

import { token } from "./dom.js";

const SETTINGS = ["companion_lang", "companion_theme", "companion_turn", "companion_ring", "companion_hints"];
const YEAR = 31536000; // seconds
const BAR = { dark: "#17302a", light: "#ffffff" }; // --surface, round which a phone draws its own bars

export function hello() {
  return {
    device: deviceId(),
    lang: cookie("companion_lang"),
    theme: cookie("companion_theme") || "auto",
    turn: cookie("companion_turn") || "off",
    ring: cookie("companion_ring") || "both",
    hints: Number(cookie("companion_hints")) || 0,
    zone: timeZone(),
    url: location.href.split("#")[0].slice(0, 2000),
    box: /^#box=[\w-]{1,4092}$/.test(location.hash) ? location.hash.slice(1) : "",
    languages: [...(navigator.languages ?? [])].slice(0, 20),
    secure: window.isSecureContext,
  };
}

function deviceId() {
  try {
    let id = localStorage.getItem("companion_device");
    if (!/^[A-Za-z0-9_-]{8,64}$/.test(id ?? "")) localStorage.setItem("companion_device", (id = token()));
    return id;
  } catch {
    return token(); // a browser that keeps nothing
  }
}

// The name of the device's time zone; a cookie tells it to the first paint of the next visit.
function timeZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  if (!/^[A-Za-z0-9_+/-]{1,64}$/.test(zone)) return "";
  keep("companion_zone", zone);
  return zone;
}

function keep(name, value) {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR}; samesite=lax`;
}

function cookie(name) {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}

export function remember({ name, value }) {
  if (!SETTINGS.includes(name)) return;
  keep(name, value);
  if (name === "companion_theme") applyTheme();
}

export function applyTheme() {
  const theme = cookie("companion_theme");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.content = BAR[theme] ?? BAR[meta.media.includes("light") ? "light" : "dark"];
  }
}

export function download({ name, mime, text, base64 }) {
  const content = base64 === undefined ? text : Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([content], { type: mime }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

// Keeps the screen on while an element with `data-wake="on"` is shown. Browsers have a lock for it on https and
// localhost only; elsewhere a silent video of our server's plays, and what is true stands as `data-wake` on the root element.
export class Wake {
  constructor(root) {
    this.root = root;
    this.lock = null;
    this.asking = false;
    this.film = null;
    this.base = document.querySelector('meta[name="companion-base"]')?.content;
    document.documentElement.dataset.wake = navigator.wakeLock ? "available" : this.base ? "video" : "unavailable";
  }

  async update() {
    const wanted = Boolean(this.root.querySelector('[data-wake="on"]')) && document.visibilityState === "visible";
    if (!wanted) return this.release();
    if (!navigator.wakeLock && this.base) return this.play();
    if (this.asking || !navigator.wakeLock || (this.lock && !this.lock.released)) return;
    this.asking = true;
    try {
      this.lock = await navigator.wakeLock.request("screen");
    } catch {
      this.lock = null; // a low battery, say; the next change asks again
    }
    this.asking = false;
  }

  // Before the first tap browsers let nothing play that could sound; each tap asks again, at once where it is loaded.
  play() {
    if (this.film) return this.film.play().catch(() => {});
    this.film = Object.assign(document.createElement("video"), { loop: true, playsInline: true });
    return fetch(`${this.base}companion/awake.mp4`)
      .then((answer) => answer.blob())
      .then((video) => (this.film.src = URL.createObjectURL(video)))
      .catch(() => (this.film = null));
  }

  release() {
    this.film?.pause();
    this.lock?.release();
    this.lock = null;
  }
}

// Browsers let a page sound only after a tap on it.
export class Sound {
  constructor() {
    this.audio = null;
  }

  unlock() {
    const Audio = window.AudioContext ?? window.webkitAudioContext;
    this.audio ??= Audio ? new Audio() : null;
    if (this.audio?.state === "suspended") this.audio.resume().catch(() => {});
  }

  // A clock has run out, or it has become the reader's turn: as the device's settings want it.
  ring() {
    this.give(cookie("companion_ring") || "both", [200, 100, 200, 100, 400], [[0, 880], [0.25, 880], [0.5, 1175]]);
  }

  turn() {
    this.give(cookie("companion_turn"), [120, 80, 120], [[0, 659], [0.18, 880]]);
  }

  give(wanted, shake, tones) {
    if (wanted === "shake" || wanted === "both") navigator.vibrate?.(shake);
    if (wanted === "sound" || wanted === "both") this.play(tones);
  }

  play(tones) {
    if (this.audio?.state !== "running") return;
    for (const [at, pitch] of tones) {
      const start = this.audio.currentTime + at;
      const tone = this.audio.createOscillator();
      const volume = this.audio.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.25, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.22);
      tone.connect(volume).connect(this.audio.destination);
      tone.start(start);
      tone.stop(start + 0.24);
    }
  }

  destroy() {
    this.audio?.close();
  }
}
