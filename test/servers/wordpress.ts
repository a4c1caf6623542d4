import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { listening } from "../postgres.ts";
import { freePort } from "../server-process.ts";
import { havePackages } from "./debian-packages.ts";

/** Debian's WordPress on PHP's own server and its own MariaDB, on loopback. It ends, and its files go, when this process does. */
export interface WordPress extends AsyncDisposable {
  /** With its port, without a slash. */
  url: string;
  host: string;
  version: string;
  /** Each with an application password: one who may publish, one who may publish any HTML, one who may not publish. */
  author: WordPressUser;
  editor: WordPressUser;
  reader: WordPressUser;
  /** Whether it can read XML-RPC, which takes an extension of PHP. */
  xmlRpc: boolean;
  /** Sets its quirks from the next request on. */
  behave(quirks: readonly WordPressQuirk[]): void;
}

/** A way in which plug-ins, hosts and firewalls change what a WordPress answers. */
export type WordPressQuirk =
  | "no_link"
  | "mark"
  | "notice"
  | "comment"
  | "search_fails"
  /** Lists without what is new, or with other posts than were asked for. */
  | "lists_lag"
  | "lists_lie"
  | "lists_fail"
  /** What creates a post does so, and nobody hears of it. */
  | "answer_lost"
  | "strip"
  | "strip_and_shut"
  | "no_passwords"
  | "api_off"
  | "firewall"
  | "locked"
  | "maintenance";

export interface WordPressUser {
  username: string;
  applicationPassword: string;
}

/** Why there is no WordPress to be had here; `message` is a reason to print. */
export class NoWordPress extends Error {
  override name = "NoWordPress";
}

const source = "/usr/share/wordpress";
const packages = ["wordpress", "php-cli", "php-mysql", "php-xml", "mariadb-server"];
const startMs = 60_000;

/** Ends both servers when its standard input closes, which it does however its parent ends (Ctrl-C reaches both). */
const keeper = `trap "" INT TERM HUP; dir=$1; port=$2
mariadbd --no-defaults --user=mysql --datadir="$dir/data" --socket="$dir/data/db.sock" --pid-file="$dir/data/db.pid" \\
  --skip-networking --innodb-flush-log-at-trx-commit=0 --innodb-buffer-pool-size=64M & db=$!
php -S "127.0.0.1:$port" -t "$dir/site" "$dir/router.php" & web=$!
while read -r _; do :; done
kill -KILL $web; kill -KILL $db; wait; rm -rf "$dir"`;

/** A WordPress for a test file, or why there is none, for the options of `test`; with CI=true there has to be one. */
export async function wordPressForTests(): Promise<{ blog: WordPress | undefined; missing: string | false }> {
  try {
    return { blog: await startWordPress(), missing: false };
  } catch (error) {
    if (!(error instanceof NoWordPress) || process.env.CI === "true") throw error;
    return { blog: undefined, missing: error.message };
  }
}

/** Starts one, installing Debian's packages first if they are missing and that is possible. Throws NoWordPress. */
export async function startWordPress(): Promise<WordPress> {
  installWordPress();
  const dir = mkdtempSync(join(tmpdir(), "overheard-wordpress-"));
  spawnSync("chmod", ["755", dir]);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  makeDatabase(dir);
  cpSync(source, join(dir, "site"), { recursive: true, dereference: true });
  writeFileSync(join(dir, "site", "wp-config.php"), config(dir, url));
  writeFileSync(join(dir, "router.php"), router);
  mkdirSync(join(dir, "site", "wp-content", "mu-plugins"), { recursive: true });
  writeFileSync(join(dir, "site", "wp-content", "mu-plugins", "quirks.php"), quirksPlugin);
  const behave = (quirks: readonly WordPressQuirk[]) =>
    writeFileSync(join(dir, "quirks.json"), JSON.stringify(quirks));
  behave([]);
  writeFileSync(join(dir, "install.php"), installer(dir));

  const output = openSync(join(dir, "log"), "a");
  const child = spawn("sh", ["-c", keeper, "sh", dir, String(port)], {
    cwd: dir,
    stdio: ["pipe", output, output],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  child.unref();
  (child.stdin as { unref?: () => void } | null)?.unref?.();
  const end = async () => {
    child.ref();
    child.stdin?.end();
    await ended;
  };
  try {
    await until(() => existsSync(join(dir, "data", "db.sock")));
    const site = furnish(dir);
    await until(() => listening(port));
    return {
      url,
      host: `127.0.0.1:${port}`,
      ...site,
      xmlRpc: readsXml(),
      behave,
      [Symbol.asyncDispose]: end,
    };
  } catch (error) {
    const said = readFileSync(join(dir, "log"), "utf8").trim().split("\n").at(-1);
    await end();
    throw new NoWordPress(`WordPress did not start: ${said}`, { cause: error });
  }
}

const readsXml = (): boolean => /^xml$/m.test(spawnSync("php", ["-m"], { encoding: "utf8" }).stdout);

const isInstalled = (): boolean =>
  existsSync(join(source, "wp-load.php")) &&
  ["php", "mariadbd", "mariadb-install-db"].every((name) => spawnSync("which", [name]).status === 0);

/** Installs Debian's packages if they are missing and that is possible. Throws NoWordPress. */
export const installWordPress = (): void => havePackages("WordPress", packages, isInstalled, NoWordPress);

function makeDatabase(dir: string): void {
  const data = join(dir, "data");
  const made = spawnSync(
    "mariadb-install-db",
    [
      "--no-defaults",
      "--user=mysql",
      `--datadir=${data}`,
      "--auth-root-authentication-method=normal",
      "--skip-test-db",
    ],
    { encoding: "utf8" },
  );
  if (made.status !== 0)
    throw new NoWordPress(`MariaDB cannot be set up: ${made.stderr.trim().split("\n").at(-1)}`);
}

const config = (dir: string, url: string): string => `<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${dir}/data/db.sock');
define('DB_CHARSET', 'utf8mb4');
define('WP_HOME', '${url}');
define('WP_SITEURL', '${url}');
define('WP_ENVIRONMENT_TYPE', 'local');
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('AUTH_KEY', '${randomBytes(32).toString("hex")}');
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;

/** What is no file is for WordPress, as with the rewrite rules of a web server. */
const router = `<?php
$quirks = json_decode(file_get_contents(__DIR__ . '/quirks.json'), true);
if (array_intersect($quirks, ['strip', 'strip_and_shut']))
  unset($_SERVER['HTTP_AUTHORIZATION'], $_SERVER['PHP_AUTH_USER'], $_SERVER['PHP_AUTH_PW'], $_SERVER['AUTH_TYPE']);
function instead($status, $page, $headers = []) {
  http_response_code($status);
  foreach ($headers as $header) header($header);
  echo $page;
  exit;
}
if (in_array('firewall', $quirks)) instead(403, '<!DOCTYPE html><title>403 Forbidden</title>A potentially unsafe operation has been detected. Generated by Wordfence');
if (in_array('locked', $quirks)) instead(401, '<!DOCTYPE html><title>401</title>Authorization Required', ['WWW-Authenticate: Basic realm="Staging"']);
if (in_array('maintenance', $quirks)) instead(503, '<!DOCTYPE html><title>Maintenance</title>Briefly unavailable for scheduled maintenance. Check back in a minute.');
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path !== '/' && file_exists($_SERVER['DOCUMENT_ROOT'] . $path)) return false;
$_SERVER['SCRIPT_NAME'] = '/index.php';
require $_SERVER['DOCUMENT_ROOT'] . '/index.php';
`;

const quirksPlugin = `<?php
$quirks = json_decode((string) @file_get_contents(dirname(ABSPATH) . '/quirks.json'), true) ?: [];
$has = fn($quirk) => in_array($quirk, $quirks);
if ($has('no_link')) add_action('init', function () { remove_action('template_redirect', 'rest_output_link_header', 11); });
if ($has('mark')) echo "\\xEF\\xBB\\xBF";
if ($has('notice')) echo "<br />\\n<b>Notice</b>:  Undefined index: a[] in <b>/srv/wp-content/plugins/a.php(3) : {closure}</b> on line <b>12</b><br />\\n";
if ($has('comment')) register_shutdown_function(function () { echo "\\n<!-- Cached page generated by a plug-in {12 ms} -->"; });
if ($has('no_passwords')) add_filter('wp_is_application_passwords_available', '__return_false');
if ($has('api_off')) add_filter('rest_authentication_errors', fn() => new WP_Error('rest_disabled', 'The REST API is disabled.', ['status' => 403]), 999);
if ($has('strip_and_shut')) add_filter('rest_authentication_errors', fn() => new WP_Error('rest_not_logged_in', 'You are not signed in.', ['status' => 401]), 999);
add_filter('rest_post_query', function ($args, $request) use ($has) {
  if ($has('lists_lag') || ($has('search_fails') && isset($request['search']))) $args['post__in'] = [0];
  if ($has('lists_lie')) { unset($args['s'], $args['name'], $args['post_name__in']); $args['post_status'] = 'publish'; }
  return $args;
}, 10, 2);
add_filter('rest_post_dispatch', function ($answer, $server, $request) use ($has) {
  if ($has('lists_fail') && $request->get_method() === 'GET' && $request->get_route() === '/wp/v2/posts') { http_response_code(500); exit; }
  if ($has('answer_lost') && $request->get_method() === 'POST' && $request->get_route() === '/wp/v2/posts') { http_response_code(504); exit; }
  return $answer;
}, 10, 3);
`;

const installer = (dir: string): string => `<?php
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$db = new mysqli('localhost', 'root', '', '', 0, '${dir}/data/db.sock');
$db->query('create database if not exists wordpress character set utf8mb4');
$db->close();
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = '127.0.0.1';
require '${dir}/site/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
ob_start();
wp_install('A test blog & more', 'admin', 'admin@example.com', true, '', wp_generate_password(24));
update_option('permalink_structure', '/%postname%/');
flush_rewrite_rules();
function someone($name, $role) {
  $id = wp_insert_user(['user_login' => $name, 'user_pass' => wp_generate_password(24), 'user_email' => "$name@example.com", 'role' => $role]);
  [$password] = WP_Application_Passwords::create_new_application_password($id, ['name' => 'Overheard']);
  return ['username' => $name, 'applicationPassword' => $password];
}
$made = ['author' => someone('writer', 'author'), 'editor' => someone('editor', 'editor'), 'reader' => someone('reader', 'subscriber'), 'version' => get_bloginfo('version')];
ob_end_clean();
echo json_encode($made);
`;

/** Installs the blog, as its first visitor would. */
function furnish(dir: string): Pick<WordPress, "author" | "editor" | "reader" | "version"> {
  const run = spawnSync("php", [join(dir, "install.php")], { encoding: "utf8", timeout: startMs });
  if (run.status !== 0) throw new Error(`${run.stdout}${run.stderr}`);
  return JSON.parse(run.stdout);
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + startMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error("not in time");
    await delay(50);
  }
}
