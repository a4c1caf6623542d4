import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls from "node:tls";
import type { Ending } from "../stores.ts";

/** The files of a certificate for these names, which this process trusts until the test ends. */
export function trustedCertificate(t: Ending, ...names: string[]): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), "overheard-certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subjects = names.map((name) => `DNS:${name}`).join(",");
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"].concat([
      "-subj",
      "/CN=overheard tests",
      "-addext",
      `subjectAltName=${subjects}`,
      "-keyout",
      key,
      "-out",
      cert,
    ]),
    { stdio: "ignore" },
  );
  const before = tls.getCACertificates("default");
  tls.setDefaultCACertificates([...before, readFileSync(cert, "utf8")]);
  t.after(() => {
    tls.setDefaultCACertificates(before);
    rmSync(folder, { recursive: true });
  });
  return { key, cert };
}
