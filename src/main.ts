import { enableCompileCache } from "node:module";
import { Command, CommanderError, Option } from "commander";
import { ConfigError, readConfig } from "./config.ts";
import type { Io } from "./operator/io.ts";

// Whatever this program writes is for its owner alone.
process.umask(0o077);
// A full disk under what we say must not end us.
process.stderr.on("error", () => undefined);
// What was compiled once is read back at the next start, which saves a third of it.
enableCompileCache();
// Whoever reads our output may stop early (`overheard config | head`).
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

const io: Io = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env: process.env };
const config = () => readConfig(process.env);

const email = () => new Option("--email <E>", "whose account").makeOptionMandatory();

/** Each command loads its own code, so that none pays for another's start. */
function program(): Command {
  const overheard = new Command("overheard")
    .description("What AI assistants say about your brand, measured.")
    .showHelpAfterError(false)
    .exitOverride();

  overheard
    .command("serve")
    .description("start the server, with workers unless OVERHEARD_WORKER=off")
    .action(async () => (await import("./commands/serve.ts")).serve(config(), io));
  overheard
    .command("worker")
    .description("start workers only, beside servers on the same PostgreSQL")
    .action(async () => (await import("./commands/worker.ts")).worker(config(), io));
  overheard
    .command("migrate")
    .description("bring the store up to this version")
    .action(async () => (await import("./commands/migrate.ts")).migrate(config(), {}, io));
  overheard
    .command("demo")
    .description("make an account and a sample project, run an analysis, show its report, and keep serving")
    .option("--once", "end after the report")
    .option("--verbose", "show the server's log instead of writing it to a file")
    .action(async (options) => (await import("./commands/demo.ts")).demo(config(), options, io));
  overheard
    .command("import")
    .description("add a report from answers you have: a JSON array or JSON Lines")
    .argument("<FILE>", "the answers, or - for stdin")
    .requiredOption("--project <ID>", "the project they belong to")
    .action(async (file, options) =>
      (await import("./commands/import.ts")).importAnswers(config(), { file, ...options }, io),
    );
  overheard
    .command("mentions")
    .description("read texts as JSON Lines from stdin and print which brands each names; needs no server")
    .action(async () => (await import("./commands/mentions.ts")).mentions(io));

  const user = overheard.command("user").description("accounts");
  user
    .command("create")
    .description("make an account; prints its password once")
    .addOption(email())
    .option("--password-stdin", "take the password from stdin")
    .action(async (options) => (await import("./commands/user.ts")).createUser(config(), options, io));
  user
    .command("reset-password")
    .description("give an account a new password; prints it once")
    .addOption(email())
    .option("--password-stdin", "take the password from stdin")
    .action(async (options) => (await import("./commands/user.ts")).resetPassword(config(), options, io));
  overheard
    .command("key")
    .description("API keys")
    .command("create")
    .description("make an API key; prints the secret alone")
    .addOption(email())
    .option("--name <N>", "a name to tell it by")
    .action(async (options) => (await import("./commands/key.ts")).createKey(config(), options, io));
  overheard
    .command("token")
    .description("print a session JWT, which is valid for a few minutes")
    .addOption(email())
    .action(async (options) => (await import("./commands/token.ts")).token(config(), options, io));
  overheard
    .command("plan")
    .description("plans")
    .command("set")
    .description("assign a plan to an account")
    .addOption(email())
    .argument("<PLAN>", "free, starter, growth, agency or enterprise")
    .action(async (plan, options) =>
      (await import("./commands/plan.ts")).setPlan(config(), { plan, ...options }, io),
    );
  overheard
    .command("config")
    .description("print every setting and its value, secrets hidden")
    .action(async () => (await import("./commands/config.ts")).showConfig(config(), {}, io));
  overheard
    .command("backup")
    .description("write the embedded store to a file")
    .argument("<FILE>")
    .action(async (file) => (await import("./commands/backup.ts")).backup(config(), { file }, io));
  overheard
    .command("restore")
    .description("fill the embedded store from a backup")
    .argument("<FILE>")
    .option("--force", "replace a store that is not empty")
    .action(async (file, options) =>
      (await import("./commands/restore.ts")).restore(config(), { file, ...options }, io),
    );
  return overheard;
}

/** One line for the person at the terminal, and the exit code: 2 for a wrong call or setting, else 1. */
async function failed(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof ConfigError) {
    io.stderr.write(`overheard: ${error.message}\n`);
    return 2;
  }
  const foreseen = (await import("./operator/errors.ts")).commandError(error);
  const unforeseen = () => `unexpected failure: ${(error as Error)?.stack ?? error}`;
  io.stderr.write(`overheard: ${foreseen?.message ?? unforeseen()}\n`);
  return foreseen?.exitCode ?? 1;
}

try {
  await program().parseAsync();
} catch (error) {
  process.exitCode = await failed(error);
}
