import { readFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { Command, CommanderError, Help, Option } from "commander";
import { ConfigError, readConfig } from "./config.ts";
import type { Io } from "./server/operator/io.ts";

// Files that this program writes are for its owner alone.
process.umask(0o077);
// A full disk under stderr must not end the process.
process.stderr.on("error", () => undefined);
// Compiled code is read back at the next start, which saves a third of it.
enableCompileCache();
// Node leaves an address after 250 ms for the host's next one, which far servers and slow lines always take to answer.
setDefaultAutoSelectFamilyAttemptTimeout(1_000);
// The reader of our output may stop early (`overheard config | head`).
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

const io: Io = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env: process.env };
const config = () => readConfig(process.env);

const email = () => new Option("--email <E>", "email address of the account").makeOptionMandatory();
const eitherEmail = () => new Option("--email <E>", "email address of the account").conflicts("id");
const id = () => new Option("--id <ID>", "id of the account, as `user list` shows it");
const organization = () =>
  new Option("--organization <ID>", "id of the organization; needed if the account is in several");
const asJson = () => new Option("--json", "print JSON");

/** This program's version, from package.json. */
const version = (): string =>
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;

/** How to call this program from its folder, so that commands in messages can be copied. */
const self = "npm run -s overheard --";

/** Calls to copy, for the end of a command's help. */
const examples = (...calls: string[]): string =>
  ["", calls.length > 1 ? "Examples:" : "Example:", ...calls.map((call) => `  ${call}`)].join("\n");

/** Each command loads its own code, so that none pays for another's start. */
function program(): Command {
  const overheard = new Command(self)
    .description("What AI assistants say about your brand, measured.")
    .version(version())
    .showHelpAfterError(false)
    .configureHelp({
      optionDescription: (option) =>
        `${new Help().optionDescription(option)}${option.mandatory ? " (required)" : ""}`,
    })
    .addHelpText("after", examples(`${self} user create --email you@example.com`, `${self} import --help`))
    .exitOverride();

  overheard
    .command("serve")
    .alias("start")
    .description("start the server (and workers, unless OVERHEARD_WORKER=off)")
    .addHelpText(
      "after",
      examples(
        "npm start",
        `PORT=9000 ${self} serve`,
        "node_modules/.bin/node scripts/run.mjs serve   (in production, so that it receives signals)",
      ),
    )
    .action(async () => (await import("./server/cli/serve.ts")).serve(config(), io));
  overheard
    .command("worker")
    .description("start workers only, alongside servers on the same PostgreSQL")
    .addHelpText("after", examples(`DATABASE_URL=postgres://… OVERHEARD_SECRET=… ${self} worker`))
    .action(async () => (await import("./server/cli/worker.ts")).worker(config(), io));
  overheard
    .command("migrate")
    .description("update the store to this version")
    .addHelpText("after", examples(`DATABASE_URL=postgres://… OVERHEARD_SECRET=… ${self} migrate`))
    .action(async () => (await import("./server/cli/migrate.ts")).migrate(config(), {}, io));
  overheard
    .command("demo")
    .description("create an account and a sample project, run an analysis, show its report, and keep serving")
    .addHelpText("after", examples("npm run demo", `${self} demo --once`))
    .option("--once", "exit after the report")
    .option("--verbose", "show the server's log instead of writing it to a file")
    .action(async (options) => (await import("./server/cli/demo/demo.ts")).demo(config(), options, io));
  overheard
    .command("import")
    .description("create a report from answers you already have (JSON Lines, a JSON array or CSV)")
    .addHelpText(
      "after",
      `${examples(
        `${self} import answers.jsonl --project ID`,
        `${self} import answers.csv --project ID`,
        `${self} import - --project ID < answers.jsonl`,
      )}

Fields: prompt, provider, answer; optional: answeredAt, model, sample, citations, tags. README.md says what they hold.`,
    )
    .argument("<FILE>", "file of answers, or - for stdin")
    .requiredOption("--project <ID>", "id of the project they belong to")
    .option(
      "--dates <ORDER>",
      "what 03/04/2026 means in a CSV file: day-first (3 April) or month-first (March 4)",
    )
    .action(async (file, options) =>
      (await import("./server/cli/import.ts")).importAnswers(config(), { file, ...options }, io),
    );
  overheard
    .command("measure")
    .description(
      "plan a measurement: how much to ask to see a change or know a level, or what a budget can show",
    )
    .addHelpText(
      "after",
      examples(
        `${self} measure --project ID --detect 10`,
        `${self} measure --project ID --budget 50 --schedule weekly`,
      ),
    )
    .requiredOption("--project <ID>", "id of the project")
    .option("--detect <POINTS>", "see a change of so many percentage points")
    .option("--within <POINTS>", "know the rate over prompts like these to within so many percentage points")
    .option("--budget <USD>", "see what so many US dollars buy")
    .option("--schedule <off|daily|weekly>", "when it is to run; default: as the project does")
    .action(async (options) =>
      (await import("./server/cli/measure.ts")).planMeasurement(config(), options, io),
    );
  overheard
    .command("mentions")
    .description("read texts as JSON Lines from stdin and print which brands each one names; needs no server")
    .addHelpText(
      "after",
      examples(`echo '{"id": 1, "text": "Get a Sony.", "brands": [{"name": "Sony"}]}' | ${self} mentions`),
    )
    .action(async () => (await import("./server/cli/mentions.ts")).mentions(io));

  const user = overheard
    .command("user")
    .description("accounts: create, list, disable, delete, export, passwords and sessions")
    .addHelpText("after", examples(`${self} user create --email you@example.com`, `${self} user list`));
  user
    .command("create")
    .description("create an account; prints its password once")
    .addHelpText("after", examples(`${self} user create --email you@example.com`))
    .addOption(email())
    .option("--password-stdin", "read the password from stdin")
    .action(async (options) => (await import("./server/cli/user.ts")).createUser(config(), options, io));
  user
    .command("reset-password")
    .description("set a new password for an account; prints it once")
    .addHelpText(
      "after",
      examples(
        `${self} user reset-password --email you@example.com`,
        `${self} user reset-password --email you@example.com --password-stdin < password.txt`,
      ),
    )
    .addOption(email())
    .option("--password-stdin", "read the password from stdin")
    .addOption(
      new Option(
        "--link",
        "print a link with which its owner can set a password, once, within an hour",
      ).conflicts("passwordStdin"),
    )
    .option("--end-sessions", "sign the account out everywhere (always done)")
    .option("--end-second-step", "turn off the authenticator app and remove passkeys")
    .option("--revoke-keys", "revoke its API keys too")
    .option("--revoke-connectors", "disconnect its assistants too")
    .action(async (options) => (await import("./server/cli/user.ts")).resetPassword(config(), options, io));
  user
    .command("list")
    .description("list accounts, oldest first")
    .addHelpText("after", examples(`${self} user list`, `${self} user list --json`))
    .option("--limit <N>", "most accounts to show", "1000")
    .addOption(asJson())
    .action(async (options) => (await import("./server/cli/accounts.ts")).listUsers(config(), options, io));
  user
    .command("search")
    .description("list accounts whose address contains a text, or with that id")
    .addHelpText("after", examples(`${self} user search example.com`))
    .argument("<TEXT>")
    .option("--limit <N>", "most accounts to show", "1000")
    .addOption(asJson())
    .action(async (search, options) =>
      (await import("./server/cli/accounts.ts")).listUsers(config(), { search, ...options }, io),
    );
  for (const [name, does, run] of [
    ["disable", "disable an account: its keys, connectors, sessions and running work stop", "disableUser"],
    ["enable", "enable a disabled account again", "enableUser"],
    ["end-sessions", "sign an account out everywhere", "endSessions"],
    ["confirm", "confirm the address of an account that somebody made for themselves", "confirmUser"],
    ["unlink", "let another person of the identity provider sign in to an account", "unlinkUser"],
  ] as const)
    user
      .command(name)
      .description(does)
      .addHelpText("after", examples(`${self} user ${name} --email you@example.com`))
      .addOption(eitherEmail())
      .addOption(id())
      .action(async (options) => (await import("./server/cli/accounts.ts"))[run](config(), options, io));
  user
    .command("delete")
    .description("delete an account and everything that belongs to it, for good")
    .addHelpText("after", examples(`${self} user delete --email you@example.com --yes`))
    .addOption(eitherEmail())
    .addOption(id())
    .option("--yes", "delete it; without this, only say what would be lost")
    .action(async (options) => (await import("./server/cli/accounts.ts")).deleteUser(config(), options, io));
  user
    .command("export")
    .description("write everything stored about an account into one archive (tar.gz), without secrets")
    .addHelpText("after", examples(`${self} user export account.tar.gz --email you@example.com`))
    .argument("<FILE>")
    .addOption(eitherEmail())
    .addOption(id())
    .action(async (file, options) =>
      (await import("./server/cli/accounts.ts")).exportUser(config(), { file, ...options }, io),
    );
  const organizations = overheard
    .command("organization")
    .description("organizations: list, delete, and who owns them")
    .addHelpText("after", examples(`${self} organization list`));
  organizations
    .command("list")
    .description("list organizations, oldest first")
    .addHelpText("after", examples(`${self} organization list --json`))
    .option("--limit <N>", "most organizations to show", "1000")
    .addOption(asJson())
    .action(async (options) =>
      (await import("./server/cli/organizations.ts")).listOrganizations(config(), options, io),
    );
  organizations
    .command("search")
    .description("list organizations whose name or member's address contains a text, or with that id")
    .addHelpText("after", examples(`${self} organization search example.com`))
    .argument("<TEXT>")
    .option("--limit <N>", "most organizations to show", "1000")
    .addOption(asJson())
    .action(async (search, options) =>
      (await import("./server/cli/organizations.ts")).listOrganizations(config(), { search, ...options }, io),
    );
  organizations
    .command("set-owner")
    .description("make a member an owner")
    .addHelpText("after", examples(`${self} organization set-owner ID --email you@example.com`))
    .argument("<ID>", "id of the organization, as `organization list` shows it")
    .addOption(eitherEmail())
    .addOption(id())
    .action(async (id, member) =>
      (await import("./server/cli/organizations.ts")).setOwner(config(), { id, member }, io),
    );
  organizations
    .command("delete")
    .description("delete an organization with everything in it, for all its members, for good")
    .addHelpText("after", examples(`${self} organization delete ID --yes`))
    .argument("<ID>", "id of the organization, as `organization list` shows it")
    .option("--yes", "delete it; without this, only say what would be lost")
    .action(async (id, options) =>
      (await import("./server/cli/organizations.ts")).deleteOrganization(config(), { id, ...options }, io),
    );
  const key = overheard
    .command("key")
    .description("API keys: create, list, revoke")
    .addHelpText("after", examples(`${self} key create --email you@example.com --name ci`));
  key
    .command("list")
    .description("list the API keys of an account, without their secrets")
    .addHelpText("after", examples(`${self} key list --email you@example.com`))
    .addOption(eitherEmail())
    .addOption(id())
    .addOption(asJson())
    .action(async (options) => (await import("./server/cli/accounts.ts")).listKeys(config(), options, io));
  key
    .command("revoke")
    .description("revoke an API key")
    .addHelpText("after", examples(`${self} key revoke oh_DAI9yH`))
    .argument("<KEY>", "id of the key, or its first characters as `key list` shows them")
    .action(async (key) => (await import("./server/cli/accounts.ts")).revokeKey(config(), { key }, io));
  key
    .command("create")
    .description("create an API key; prints only the key")
    .addHelpText("after", examples(`export KEY=$(${self} key create --email you@example.com)`))
    .addOption(email())
    .option("--name <N>", "a name to recognise it by")
    .addOption(organization())
    .action(async (options) => (await import("./server/cli/key.ts")).createKey(config(), options, io));
  overheard
    .command("connector")
    .description("connectors for agents without a browser: create")
    .addHelpText("after", examples(`${self} connector create --email you@example.com --name nightly`))
    .command("create")
    .description("create a connector for an agent without a browser; prints only its key")
    .addHelpText("after", examples(`${self} connector create --email you@example.com --name nightly`))
    .addOption(email())
    .requiredOption("--name <N>", "a name to recognise it by")
    .addOption(organization())
    .option(
      "--scopes <S>",
      "what it may do, separated by commas, such as visibility:read,visibility:run; default: visibility:read",
    )
    .action(async (options) =>
      (await import("./server/cli/connector.ts")).createConnector(config(), options, io),
    );
  overheard
    .command("token")
    .description("print a session JWT, valid for a few minutes")
    .addHelpText("after", examples(`export JWT=$(${self} token --email you@example.com)`))
    .addOption(email())
    .action(async (options) => (await import("./server/cli/token.ts")).token(config(), options, io));
  overheard
    .command("plan")
    .description("assign plans")
    .addHelpText("after", examples(`${self} plan set agency --email you@example.com`))
    .command("set")
    .description("assign a plan to an account")
    .addHelpText("after", examples(`${self} plan set agency --email you@example.com`))
    .addOption(email())
    .argument("<PLAN>", "free, starter, growth, agency or enterprise")
    .action(async (plan, options) =>
      (await import("./server/cli/plan.ts")).setPlan(config(), { plan, ...options }, io),
    );
  overheard
    .command("secret")
    .description("the secret that the store is used with: adopt another one")
    .addHelpText("after", examples(`${self} secret adopt --yes`))
    .command("adopt")
    .description("go on with the configured secret where the one before is lost or has leaked")
    .addHelpText("after", examples(`${self} secret adopt`, `${self} secret adopt --yes`))
    .option("--yes", "do it; without this, only say what stops working")
    .action(async (options) => (await import("./server/cli/secret.ts")).adopt(config(), options, io));
  overheard
    .command("config")
    .description("print every setting and its value, with secrets hidden")
    .addHelpText("after", examples(`${self} config`))
    .action(async () => (await import("./server/cli/config.ts")).showConfig(config(), {}, io));
  overheard
    .command("doctor")
    .description("check everything a server needs, and say what to do about problems")
    .addHelpText("after", examples(`${self} doctor`, `${self} doctor --ask --json`))
    .option("--ask", "put one short question to each assistant, which costs cents")
    .addOption(asJson())
    .action(async (options) => (await import("./server/cli/doctor.ts")).doctor(config, options, io));
  overheard
    .command("backup")
    .description("write the embedded store to a file")
    .addHelpText("after", examples(`${self} backup overheard-backup.tar.gz`))
    .argument("<FILE>")
    .action(async (file) => (await import("./server/cli/backup.ts")).backup(config(), { file }, io));
  overheard
    .command("restore")
    .description("fill the embedded store from a backup")
    .addHelpText(
      "after",
      examples(`${self} restore overheard-backup.tar.gz`, `${self} restore overheard-backup.tar.gz --force`),
    )
    .argument("<FILE>")
    .option("--force", "replace a store that is not empty")
    .action(async (file, options) =>
      (await import("./server/cli/restore.ts")).restore(config(), { file, ...options }, io),
    );
  overheard
    .command("move")
    .description("move a store between the data directory and the PostgreSQL of DATABASE_URL")
    .addHelpText(
      "after",
      examples(`${self} move --to database`, `${self} move --to directory`, `${self} move --take-back`),
    )
    .addOption(
      new Option("--to <PLACE>", "where to: `database`, or `directory` (OVERHEARD_DATA_DIR)").choices([
        "database",
        "directory",
      ]),
    )
    .addOption(
      new Option("--take-back", "go on with the store that is left here after a move").conflicts("to"),
    )
    .action(async (options) => (await import("./server/cli/move.ts")).move(config(), options, io));
  tellUnknownOptionsFirst(overheard);
  return overheard;
}

/** What other servers take as options. */
const settingOf: Readonly<Record<string, string>> = {
  ...{ "--port": "PORT", "-p": "PORT", "--host": "HOST", "--database-url": "DATABASE_URL" },
  "--data-dir": "OVERHEARD_DATA_DIR",
};

/** Otherwise a misspelled option is told as another one that is missing. */
function tellUnknownOptionsFirst(command: Command): void {
  if (command.commands.length > 0) return command.commands.forEach(tellUnknownOptionsFirst);
  const parse = command.parseOptions.bind(command);
  command.parseOptions = (argv) => {
    const parsed = parse(argv);
    const [unknown] = parsed.unknown;
    // Commander has the sentence, with the option that was meant, and no type for it.
    const { unknownOption } = command as Command & { unknownOption(this: Command, flag: string): never };
    const setting = settingOf[unknown?.replace(/^(-p)\d+$|=.*$/s, "$1") ?? ""];
    if (setting !== undefined && ["serve", "worker"].includes(command.name()))
      throw new ConfigError(
        `There is no option ${unknown!.split("=")[0]}: set ${setting} in the environment.`,
      );
    if (unknown !== undefined && !parsed.unknown.some((each) => ["-h", "--help"].includes(each)))
      unknownOption.call(command, unknown);
    return parsed;
  };
}

/** One line for the person at the terminal, and the exit code: 2 for a usage error or setting, otherwise 1. */
async function failed(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof ConfigError) {
    io.stderr.write(`overheard: ${error.message}\n`);
    return 2;
  }
  const foreseen = (await import("./server/operator/errors.ts")).commandError(error);
  const unforeseen = () => `unexpected failure: ${(error as Error)?.stack ?? error}`;
  io.stderr.write(`overheard: ${foreseen?.message ?? unforeseen()}\n`);
  return foreseen?.exitCode ?? 1;
}

try {
  await program().parseAsync();
} catch (error) {
  process.exitCode = await failed(error);
}
