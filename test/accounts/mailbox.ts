import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A real mail server on loopback, the letters that it has taken, and the codes with which it refuses the next recipients. */
export async function mailbox(t: { after(end: () => Promise<void>): unknown }) {
  const letters: { to: string[]; text: string; source: string }[] = [];
  const refusals: number[] = [];
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo(_address, _session, done) {
      const code = refusals.shift();
      done(code === undefined ? null : Object.assign(new Error("no: hostile words"), { responseCode: code }));
    },
    async onData(stream, session, done) {
      const source = await text(stream);
      const plain = source.replaceAll("=\r\n", "").replaceAll("=3D", "=");
      letters.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: plain, source });
      if (!isSilent) return done();
      for (const socket of sockets) socket.destroy();
    },
  });
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return {
    letters,
    refusals,
    /** Takes letters, and hangs up before it says so. */
    silent(whether: boolean) {
      isSilent = whether;
    },
    mail: { url: `smtp://127.0.0.1:${port}`, from: "Overheard <o@s.example>" },
  };
}
