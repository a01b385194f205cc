// The bundler listens on all interfaces and prints no port. This binds it to loopback and prints
// the URL.
import { Server } from "node:net";

const { listen } = Server.prototype;
Server.prototype.listen = function onLoopback(options, ...rest) {
  this.once("listening", () => console.log(`Listening on 127.0.0.1:${this.address().port}`));
  return listen.call(this, { ...options, host: "127.0.0.1" }, ...rest);
};
