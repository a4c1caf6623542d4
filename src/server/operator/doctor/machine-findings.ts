import type { Config } from "../../../config.ts";
import { isEveryAddress, isLoopback } from "../../outbound/loopback.ts";
import { type Finding, failed, ok, warning } from "./finding.ts";

/** What was found out about this machine. */
export interface MachineFacts {
  version: string;
  node: string;
  /** Free bytes on the data directory's disk; null if there is no such directory. */
  freeBytes: number | null;
  /** Files that its disk can still hold; null if there is no such directory, or they are not counted. */
  freeFiles: number | null;
}

const freeWarnsBytes = 1024 ** 3;
const freeFailsBytes = 32 * 1024 ** 2;
const freeWarnsFiles = 10_000;
const freeFailsFiles = 100;

/** Judges the settings and this machine. */
export function findingsOfMachine(
  config: Config,
  { version, node, freeBytes, freeFiles }: MachineFacts,
): Finding[] {
  const findings = [ok("configuration", "All settings are valid."), ...doubtsOf(config)];
  findings.push(
    Number(node.split(".")[0]) >= 24
      ? ok("versions", `Overheard ${version} on Node ${node}.`)
      : failed(
          "versions",
          `Overheard ${version} runs on Node ${node}, which is too old.`,
          "Start it with npm, which brings Node 24, or install Node 24.",
        ),
  );
  if (freeBytes !== null && config.databaseUrl === null) findings.push(diskOf(freeBytes));
  if (freeFiles !== null && freeFiles < freeWarnsFiles && config.databaseUrl === null)
    findings.push(
      (freeFiles < freeFailsFiles ? failed : warning)(
        "disk",
        `The data directory's disk can hold ${freeFiles} more files (inodes).`,
        "Delete files there, or move OVERHEARD_DATA_DIR to a file system with more.",
      ),
    );
  return findings;
}

function doubtsOf(config: Config): Finding[] {
  const doubts: Finding[] = config.idleSettings.map(({ says, remedy }) =>
    warning("configuration", says, remedy),
  );
  const away = !isLoopback(new URL(config.siteUrl).hostname);
  if (away && !config.production)
    doubts.push(
      warning(
        "configuration",
        "The site has a public address, but NODE_ENV is not `production`.",
        "Set NODE_ENV=production, which rejects placeholder secrets and plain http.",
      ),
    );
  if (isEveryAddress(config.host) && !away)
    doubts.push(
      warning(
        "configuration",
        `Other machines reach this server, but can sign in only at ${config.siteUrl}, which is this machine.`,
        "Set OVERHEARD_BASE_URL to the address that people use, such as http://192.168.1.20:8787.",
      ),
    );
  if (isReserved(new URL(config.siteUrl).hostname))
    doubts.push(
      warning(
        "configuration",
        "The site has an address from the documentation, which nobody can reach.",
        "Set OVERHEARD_BASE_URL to the address under which people reach this server.",
      ),
    );
  if (config.rateLimitScale === 0)
    doubts.push(
      warning(
        "configuration",
        "Rate limits are off, including those for signing in.",
        "Unset OVERHEARD_RATE_LIMIT_SCALE unless this is a test.",
      ),
    );
  if (config.production && config.trustedProxies === 0 && isLoopback(config.host))
    doubts.push(
      warning(
        "configuration",
        "Requests seem to come through a proxy on this machine, but its X-Forwarded-For is ignored.",
        "Set OVERHEARD_TRUSTED_PROXIES=1, so that limits count visitors instead of the proxy.",
      ),
    );
  return doubts;
}

/** Names that no server on the internet has. Source: RFC 2606. */
const isReserved = (host: string): boolean => /(^|\.)(example(\.(com|net|org))?|invalid)$/.test(host);

function diskOf(freeBytes: number): Finding {
  const says = `${(freeBytes / 1024 ** 3).toFixed(1)} GB are free on the data directory's disk.`;
  if (freeBytes >= freeWarnsBytes) return ok("disk", says);
  return (freeBytes >= freeFailsBytes ? warning : failed)(
    "disk",
    says,
    "Free some space, or move OVERHEARD_DATA_DIR to a larger disk.",
  );
}
