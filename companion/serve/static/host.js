// Hosts the page's one widget: speaks Jupyter's websocket protocol with the kernel, keeps the widget's model in step,
// and runs the widget's own module. It stands in for JupyterLab's widget manager, which is 5 MB of scripts.
// Nothing that could not be sent is kept for later: a tap made while the line is down is not replayed.

const meta = (name) => document.querySelector(`meta[name="companion-${name}"]`)?.content ?? "";
const BASE = meta("base") || "/";
const CONNECT_MS = 4000;
const RETRY_MS = 1000;
const CONNECTED = "companion_connected"; // sent by the server: from now on nothing that the kernel says is lost
const random = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

class Emitter {
  #listeners = new Map();
  on(name, listener) {
    if (!this.#listeners.has(name)) this.#listeners.set(name, new Set());
    this.#listeners.get(name).add(listener);
  }
  off(name, listener) {
    if (name == null) this.#listeners.clear();
    else if (listener == null) this.#listeners.delete(name);
    else this.#listeners.get(name)?.delete(listener);
  }
  emit(name, ...values) {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      try {
        listener(...values);
      } catch (error) {
        console.error(error);
      }
    }
  }
}

// The line to the kernel. `connectionStatus`, `connectionStatusChanged` and `reconnect` are named as JupyterLab names
// them, so that a widget runs unchanged in both.
class Kernel {
  connectionStatus = "connecting";
  #events = new Emitter();
  #socket = null;
  #attempt = null;
  connectionStatusChanged = {
    connect: (listener) => this.#events.on("status", listener),
    disconnect: (listener) => this.#events.off("status", listener),
  };

  constructor(id) {
    this.id = id;
  }

  onMessage(listener) {
    this.#events.on("message", listener);
  }

  // A new websocket to the same kernel. Rejects when there is no answer; whether to try again is the widget's affair.
  reconnect() {
    this.#attempt ??= this.#connect().finally(() => (this.#attempt = null));
    return this.#attempt;
  }

  async #connect() {
    this.#drop();
    this.#status("connecting");
    try {
      await this.#open();
    } catch (error) {
      this.#status("disconnected");
      throw error;
    }
    this.#status("connected");
  }

  #open() {
    return new Promise((resolve, reject) => {
      const url = new URL(`${BASE}api/kernels/${this.id}/channels?session_id=${random()}`, location.href);
      url.protocol = url.protocol.replace("http", "ws");
      const socket = new WebSocket(url);
      this.#socket = socket;
      const late = setTimeout(() => fail("no answer"), CONNECT_MS);
      const fail = (why) => {
        clearTimeout(late);
        if (this.#socket === socket) {
          this.#drop();
          this.#status("disconnected");
        }
        reject(new Error(why));
      };
      socket.onclose = () => fail("closed");
      socket.onmessage = ({ data }) => {
        if (typeof data !== "string") return;
        const message = JSON.parse(data);
        if (message.header.msg_type !== CONNECTED) return this.#events.emit("message", message);
        clearTimeout(late);
        resolve();
      };
    });
  }

  // Resolves when the line is lost.
  lost() {
    return new Promise((resolve) => {
      const heard = (_kernel, status) => {
        if (status === "connected") return;
        this.connectionStatusChanged.disconnect(heard);
        resolve();
      };
      this.connectionStatusChanged.connect(heard);
    });
  }

  // Whether the server says that the kernel has ended. Rejects when there is no answer.
  async gone() {
    const answer = await fetch(`${BASE}companion/alive/${this.id}`, { cache: "no-store" });
    return answer.status === 410;
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onclose = socket.onmessage = null;
      socket.close();
    }
  }

  #status(status) {
    if (status === this.connectionStatus) return;
    this.connectionStatus = status;
    this.#events.emit("status", this, status);
  }

  // Returns whether it went out.
  send(type, content) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    const header = { msg_id: random(), session: "page", username: "", date: new Date().toISOString() };
    Object.assign(header, { msg_type: type, version: "5.3" });
    const message = { channel: "shell", header, parent_header: {}, metadata: {}, content, buffers: [] };
    this.#socket.send(JSON.stringify(message));
    return true;
  }
}

// The widget's model, as anywidget describes it.
class Model {
  #kernel;
  #events = new Emitter();
  #state = {};
  #dirty = new Set();

  constructor(kernel, id) {
    this.#kernel = kernel;
    this.id = id;
    kernel.onMessage((message) => this.#receive(message));
  }

  // Asks for the whole state; resolves when it is here.
  refresh() {
    this.#dirty.clear();
    return new Promise((resolve) => {
      const arrived = () => {
        this.#events.off("state", arrived);
        resolve();
      };
      this.#events.on("state", arrived);
      this.#comm({ method: "request_state" });
    });
  }

  get(name) {
    return this.#state[name];
  }

  set(name, value) {
    this.#state[name] = value;
    this.#dirty.add(name);
    this.#events.emit(`change:${name}`, this, value);
    this.#events.emit("change", this);
  }

  save_changes() {
    const state = Object.fromEntries([...this.#dirty].map((name) => [name, this.#state[name]]));
    this.#dirty.clear();
    if (Object.keys(state).length) this.#comm({ method: "update", state, buffer_paths: [] });
  }

  on(names, listener) {
    for (const name of names.split(" ")) this.#events.on(name, listener);
  }

  off(names, listener) {
    for (const name of names?.split(" ") ?? [null]) this.#events.off(name, listener);
  }

  send(content) {
    return this.#comm({ method: "custom", content });
  }

  #comm(data) {
    return this.#kernel.send("comm_msg", { comm_id: this.id, data });
  }

  #receive({ header, content }) {
    if (header.msg_type !== "comm_msg" || content.comm_id !== this.id) return;
    const { method, state, content: custom } = content.data;
    if (method === "custom") this.#events.emit("msg:custom", custom, []);
    if (method !== "update" && method !== "echo_update") return;
    const changed = Object.keys(state).filter((name) => method === "update" || !this.#dirty.has(name));
    for (const name of changed) this.#state[name] = state[name];
    for (const name of changed) this.#events.emit(`change:${name}`, this, state[name]);
    if (changed.length) this.#events.emit("change", this);
    this.#events.emit("state");
  }
}

// The widget's module: from the server's cached file where it is the app's own, else from the text that Python sent.
function moduleOf(model) {
  const own = meta("view");
  if (own && model.get("_anywidget_id") === "companion.widgets.view.View") return import(own);
  const url = URL.createObjectURL(new Blob([model.get("_esm")], { type: "text/javascript" }));
  return import(url).finally(() => URL.revokeObjectURL(url));
}

function addStyle(text) {
  if (!text) return;
  const style = document.createElement("style");
  style.textContent = text;
  document.head.append(style);
}

// Connects until it succeeds, however long the network takes. A kernel that ended meanwhile needs a new page.
async function connect(kernel) {
  while (kernel.connectionStatus !== "connected") {
    try {
      await kernel.reconnect();
    } catch {
      if (await kernel.gone().catch(() => false)) return location.reload();
      await new Promise((done) => setTimeout(done, RETRY_MS));
    }
  }
}

// The model with its state. Until the widget is alive and minds the line itself, a lost line is mended here.
async function open() {
  const named = document.querySelector("script.companion-model");
  if (!named) throw new Error("the page came without its kernel");
  const { kernel: kernelId, model: modelId } = JSON.parse(named.textContent);
  const kernel = new Kernel(kernelId);
  const model = new Model(kernel, modelId);
  window.jupyterapp = { widgetManager: { kernel } };
  sayGoodbye(kernel);
  do {
    await connect(kernel);
    await Promise.race([model.refresh(), kernel.lost()]);
  } while (kernel.connectionStatus !== "connected");
  kernel.connectionStatusChanged.connect((_kernel, status) => {
    if (status === "connected") model.refresh();
  });
  return model;
}

async function start() {
  const model = await open();
  const { default: found, ...exported } = await moduleOf(model);
  const widget = typeof found === "function" ? await found() : (found ?? exported);
  const experimental = { invoke: () => Promise.reject(new Error("not available on this page")) };
  const { signal } = new AbortController();
  addStyle(model.get("_css"));
  await widget.initialize?.({ model, signal, experimental });
  const el = document.createElement("div");
  document.getElementById("companion").append(el);
  await widget.render?.({ model, el, signal, experimental });
  sayWhenAway();
  new MutationObserver(sayWhenAway).observe(document.documentElement, { attributeFilter: ["lang"] });
}

// A page of ours, in the reader's language, where the browser would say that it cannot reach the host. Browsers have that
// on https and localhost only. An older one, which would first start the worker and only then ask the host, does without.
function sayWhenAway() {
  if (!navigator.serviceWorker || !("navigationPreload" in ServiceWorkerRegistration.prototype)) return;
  const script = `${BASE}companion/away.js?lang=${document.documentElement.lang}`;
  navigator.serviceWorker.register(script, { scope: BASE, updateViaCache: "none" }).catch(() => {}); // it does without, too
}

// The kernel ends with its page. A page that only sleeps (a tab put away, a phone locked) keeps it.
function sayGoodbye(kernel) {
  addEventListener("pagehide", ({ persisted }) => {
    if (!persisted) navigator.sendBeacon(`${BASE}companion/leave/${kernel.id}`);
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) kernel.reconnect().catch(() => {});
  });
}

start().catch((error) => {
  console.error(error);
  document.getElementById("companion-problem").hidden = false;
});
