import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Image extends AsyncDisposable {
  /** Its file system, mounted. */
  root: string;
  megabytes: number;
  /** How long building took, without the bases. */
  seconds: number;
  user: string;
  environment: Record<string, string>;
  entrypoint: string[];
  healthcheck: string[];
  has(path: string): boolean;
}

const certificates = "/etc/ssl/certs/ca-certificates.crt";
/** All that Node needs of a system. */
const runtime = ["libc6", "libstdc++6", "libgcc-s1", "base-files", "netbase", "tzdata"];
/** And what npm and the compilers start. */
const tools = [...runtime, "dash", "coreutils", "sed", "grep", "findutils"];

/** Builds the Dockerfile of `project`; everything of it lies in `place`. Throws where Debian's packages cannot be had. */
export function buildImage(project: string, place: string): Image {
  install(["buildah", "mmdebstrap"]);
  const { buildah, storage } = buildahIn(place);
  commitBase(buildah, place, "base", runtime, []);
  commitBase(buildah, place, "build-base", tools, nodeOfThisMachine());

  const began = performance.now();
  const cache = join(
    execFileSync("npm", ["config", "get", "cache"], { encoding: "utf8" }).trim(),
    "_cacache",
  );
  mkdirSync(cache, { recursive: true });
  execFileSync(
    "buildah",
    [
      ...[...storage, "bud", "--isolation=chroot", "--format=docker", "--pull-never"],
      ...["--layers=false", `--volume=${cache}:/root/.npm/_cacache`],
      ...[
        "--build-arg=BUILD_BASE=localhost/build-base",
        "--build-arg=BASE=localhost/base",
        "--tag=overheard",
      ],
      project,
    ],
    { stdio: ["ignore", 2, 2] },
  );
  return openImage(buildah, Math.round((performance.now() - began) / 1000));
}

type Buildah = (...words: string[]) => string;

const buildahIn = (place: string): { buildah: Buildah; storage: string[] } => {
  const storage = [
    "--storage-driver=vfs",
    `--root=${join(place, "storage")}`,
    `--runroot=${join(place, "run")}`,
  ];
  const buildah: Buildah = (...words) =>
    execFileSync("buildah", [...storage, ...words], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", 2],
      maxBuffer: 64e6,
    }).trim();
  return { buildah, storage };
};

/** The image as a container's file system, and what it says of itself. */
function openImage(buildah: Buildah, seconds: number): Image {
  const { config } = JSON.parse(buildah("inspect", "--type=image", "overheard")).Docker;
  const container = buildah("from", "--pull-never", "overheard");
  const root = buildah("mount", container);
  return {
    root,
    seconds,
    megabytes: Math.round(
      Number(execFileSync("du", ["-sk", root], { encoding: "utf8" }).split("\t")[0]) / 1024,
    ),
    user: config.User,
    environment: Object.fromEntries(config.Env.map((pair: string) => pair.split(/=(.*)/s).slice(0, 2))),
    entrypoint: config.Entrypoint,
    healthcheck: config.Healthcheck?.Test?.slice(1) ?? [],
    has: (path) => existsSync(join(root, path)),
    async [Symbol.asyncDispose]() {
      buildah("umount", container);
      buildah("rm", container);
    },
  };
}

/** A base of Debian's packages, unpacked, with these folders and files of this machine in it. */
function commitBase(
  buildah: Buildah,
  place: string,
  name: string,
  packages: string[],
  files: string[],
): void {
  const tar = join(place, `${name}.tar`);
  execFileSync("mmdebstrap", ["--quiet", "--variant=extract", `--include=${packages}`, "bookworm", tar], {
    stdio: ["ignore", 2, 2],
  });
  const container = buildah("from", "scratch");
  buildah("add", container, tar, "/");
  const root = buildah("mount", container);
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(file, join(root, file), { recursive: true, verbatimSymlinks: true });
  }
  buildah("umount", container);
  buildah("config", "--env=PATH=/usr/local/bin:/usr/bin:/bin", container);
  if (files.length > 0) buildah("config", `--env=NODE_EXTRA_CA_CERTS=${certificates}`, container);
  buildah("commit", "--quiet", "--rm", container, `localhost/${name}`);
}

/** Where a registry of images gives a base with Node and npm, here are this machine's, and how it reaches npm's registry. */
function nodeOfThisMachine(): string[] {
  const npm = execFileSync("npm", ["root", "--global"], { encoding: "utf8" }).trim();
  const bin = dirname(execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim());
  const files = [
    join(bin, "node"),
    join(bin, "npm"),
    join(bin, "npx"),
    join(npm, "npm"),
    join(dirname(bin), "etc/npmrc"),
  ];
  return [...files, certificates].filter((file) => existsSync(file));
}

function install(packages: string[]): void {
  const missing = packages.filter((name) => spawnSync(name, ["--version"]).status !== 0);
  if (missing.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const output = { env, stdio: ["ignore", 2, 2] as ["ignore", number, number] };
  execFileSync("apt-get", ["update", "-q"], output);
  execFileSync("apt-get", ["install", "-q", "-y", "--no-install-recommends", ...missing], output);
}
