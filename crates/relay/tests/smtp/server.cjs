// An SMTP server that fails as it is told: prints its port, then one JSON line a mail taken.
// argv: a JSON object { tls: "required" | "none" | "implicit", key, cert, fail: [...] } where each
// item of fail is the fault of one connection: null, "mail-421", "rcpt-550", "data-451",
// "drop-after-data", "auth".
const path = require("node:path");
const modules = [process.env.NODE_PATH, path.join(__dirname, "../../../../islands/node_modules")];
const resolved = require.resolve("smtp-server", { paths: modules.filter(Boolean) });
const { SMTPServer } = require(resolved);

const settings = JSON.parse(process.argv[2]);
let connections = 0;
const faults = new Map();
const fault = (session) => faults.get(session.id);
const refusal = (code, text) => Object.assign(new Error(text), { responseCode: code });

const server = new SMTPServer({
  secure: settings.tls === "implicit",
  key: settings.key,
  cert: settings.cert,
  hideSTARTTLS: settings.tls === "none",
  authOptional: true,
  disableReverseLookup: true,
  closeTimeout: 100,
  logger: false,
  onConnect(session, done) {
    faults.set(session.id, settings.fail[Math.min(connections, settings.fail.length - 1)] ?? null);
    connections += 1;
    done();
  },
  onAuth(auth, session, done) {
    if (fault(session) === "auth" || auth.password !== "motdepasse") return done(refusal(535, "no"));
    done(null, { user: auth.username });
  },
  onMailFrom(address, session, done) {
    if (settings.tls !== "none" && !session.secure) return done(refusal(530, "TLS first"));
    done(fault(session) === "mail-421" ? refusal(421, "later canari@exemple.re") : null);
  },
  onRcptTo(address, session, done) {
    done(fault(session) === "rcpt-550" ? refusal(550, "nobody canari@exemple.re") : null);
  },
  onData(stream, session, done) {
    const chunks = [];
    stream.on("data", (chunk) => chunks.push(chunk));
    stream.on("end", () => {
      if (fault(session) === "data-451") return done(refusal(451, "later"));
      const mail = {
        from: session.envelope.mailFrom.address,
        to: session.envelope.rcptTo.map((one) => one.address),
        secure: session.secure,
        user: session.user ?? null,
        source: Buffer.concat(chunks).toString("utf8"),
      };
      process.stdout.write(`${JSON.stringify(mail)}\n`);
      if (fault(session) === "drop-after-data") {
        for (const connection of server.connections) connection._socket.destroy();
        return;
      }
      done();
    });
  },
});
server.on("error", () => {});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.server.address().port}\n`));
process.stdin.on("end", () => process.exit(0)).resume();
