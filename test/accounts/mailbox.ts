import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A real mail server on loopback, and the letters that it has taken. */
export async function mailbox(t: { after(end: () => Promise<void>): unknown }) {
  const letters: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    async onData(stream, session, done) {
      const source = await text(stream);
      const plain = source.replaceAll("=\r\n", "").replaceAll("=3D", "=");
      letters.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: plain });
      done();
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { letters, mail: { url: `smtp://127.0.0.1:${port}`, from: "Overheard <o@s.example>" } };
}
