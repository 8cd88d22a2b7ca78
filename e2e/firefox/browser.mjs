#!/usr/bin/env node
/**
 * Firefox as Playwright wants it: where it does not know yet what Playwright would have it emulate, it is as it is. Environment:
 * FIREFOX names the program.
 */
import { spawn } from "node:child_process";
import { WebSocket, WebSocketServer } from "ws";
import { program } from "../harness/program.mjs";

const child = spawn(program("FIREFOX", ["firefox-esr", "firefox"], "firefox-esr"), process.argv.slice(2), { stdio: ["ignore", "ignore", "pipe"] });
const address = await new Promise((ready, failed) => {
  child.once("exit", (code) => failed(new Error(`Firefox ended with ${code}`)));
  child.stderr.on("data", (text) => {
    const found = /WebDriver BiDi listening on (ws:\S+)/.exec(text);
    if (found) ready(found[1]);
  });
});

/** Ids of commands that Playwright sends and Firefox may not know. */
const optional = new Set();

const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
server.on("connection", (socket) => {
  const firefox = new WebSocket(`${address}/session`, { perMessageDeflate: false });
  const waiting = [];
  const send = (message) => (firefox.readyState === firefox.OPEN ? firefox.send(JSON.stringify(message)) : waiting.push(message));
  firefox.on("open", () => waiting.splice(0).forEach(send));
  socket.on("message", (text) => {
    const message = JSON.parse(text);
    if (message.method.startsWith("emulation.")) optional.add(message.id);
    send(message);
  });
  firefox.on("message", (text) => {
    const message = JSON.parse(text);
    if (optional.delete(message.id) && message.error === "unknown command") return socket.send(JSON.stringify({ type: "success", id: message.id, result: {} }));
    socket.send(String(text));
  });
  for (const [one, other] of [[socket, firefox], [firefox, socket]]) one.on("close", () => other.close());
});
server.on("listening", () => console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`));

child.on("exit", () => process.exit());
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => child.kill(signal));
