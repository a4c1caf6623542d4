import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

export const sumsFile = "SHA256SUMS";
/** What the signature is for: the same key may sign other things. */
const namespace = "overheard-release";

/** Writes the files' sums beside them, as `sha256sum --check` reads them; `files` are names in `folder`. */
export async function writeSums(folder: string, files: readonly string[]): Promise<void> {
  const lines: string[] = [];
  for (const file of [...files].sort()) {
    const hash = createHash("sha256");
    await pipeline(createReadStream(join(folder, file)), hash);
    lines.push(`${hash.digest("hex")}  ${file}\n`);
  }
  writeFileSync(join(folder, sumsFile), lines.join(""));
}

/** Signs the sums with an SSH key (its file, or that of the public key if an agent holds it), into `SHA256SUMS.sig`. */
export function signSums(folder: string, key: string): void {
  const words = ["-Y", "sign", "-q", "-n", namespace, "-f", key, join(folder, sumsFile)];
  execFileSync("ssh-keygen", words, { stdio: ["inherit", "inherit", "inherit"] });
}

/** How whoever downloads the files checks them; `signers` holds a line: a name, and the public key. */
export const checkSums = (signers: string, name: string): string =>
  `ssh-keygen -Y verify -n ${namespace} -f ${signers} -I ${name} -s ${sumsFile}.sig < ${sumsFile} && sha256sum --check ${sumsFile}`;
