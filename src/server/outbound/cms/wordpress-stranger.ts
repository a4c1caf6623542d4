import type { Outside } from "../outside.ts";
import { BlogError, type BlogErrorKind } from "./blog.ts";
import { askBlog, callBlog, jsonOf, recordOf } from "./blog-call.ts";

/**
 * Why a WordPress takes us for nobody: it says the same for a wrong password and for credentials that did not reach it. Its index,
 * which everybody may read, says whether it takes application passwords; XML-RPC, which has the credentials in the body of
 * the request, says whether these are right. `credentials_lost` also where that cannot be found out.
 */
export async function whyStranger(
  outside: Outside,
  root: string,
  credentials: { username: string; password: string },
  signal: AbortSignal,
): Promise<BlogErrorKind> {
  try {
    const index = recordOf(jsonOf(await callBlog(outside, root, { signal })));
    const { authentication } = index;
    if (typeof authentication === "object" && Object.keys(authentication ?? {}).length === 0)
      return "passwords_disabled";
    const url = new URL(root);
    url.search = "";
    url.pathname = `${folderOf(index.url) ?? url.pathname.replace(/wp-json\/?$/, "").replace(/\/$/, "")}/xmlrpc.php`;
    const xml = call("wp.getUsersBlogs", [credentials.username, credentials.password]);
    const answer = await askBlog(outside, url.href, { method: "POST", xml, signal });
    return saysWrong.test(answer.body.toString("utf8", 0, readMax)) ? "bad_credentials" : "credentials_lost";
  } catch (error) {
    if (!(error instanceof BlogError)) throw error;
    // It refuses everybody its index.
    return error.status === 401 || error.status === 403 ? "api_disabled" : "credentials_lost";
  }
}

const readMax = 4_096;

/** Source: wp-includes/class-wp-xmlrpc-server.php, login(). */
const saysWrong = /<name>faultCode<\/name>\s{0,20}<value><int>403<\/int>/;

/** Where WordPress is installed, by its index, without the last slash. */
function folderOf(url: unknown): string | null {
  const address = typeof url === "string" ? URL.parse(url) : null;
  return address?.pathname.replace(/\/$/, "") ?? null;
}

const call = (method: string, texts: readonly string[]): string => {
  const params = texts.map((text) => `<param><value><string>${escaped(text)}</string></value></param>`);
  return `<?xml version="1.0"?><methodCall><methodName>${method}</methodName><params>${params.join("")}</params></methodCall>`;
};

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
