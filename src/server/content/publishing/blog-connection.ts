import type { ProjectContext } from "../../api/context.ts";
import { transaction } from "../../db/transaction.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Blog, BlogAccess, BlogKind } from "../../outbound/cms/blog.ts";
import { closeConnection, findConnection } from "./cms-connections.ts";

type Needed = Pick<ProjectContext, "db" | "project" | "blogs" | "vault" | "now">;

/** A project's blog, and what to do when it refuses us. */
export interface BlogConnection {
  kind: BlogKind;
  siteUrl: string;
  blog: Blog;
  /** Records that it refused the credentials: CMS_NOT_CONNECTED, for this call and later ones. */
  refused(): Promise<Problem>;
}

/** The connected blog that lets us in. Throws CMS_NOT_CONNECTED. */
export async function blogConnection({ db, project, blogs, vault, now }: Needed): Promise<BlogConnection> {
  const connection = await findConnection(db, project.id);
  if (!connection) throw notConnected("none");
  if (!connection.active) throw notConnected("refused");
  const access = (await vault.open(project.id, connection.sealed)) as BlogAccess | undefined;
  if (!access) throw notConnected("unreadable");
  return {
    kind: connection.kind,
    siteUrl: connection.siteUrl,
    blog: blogs.open(access),
    async refused() {
      await transaction(db, (db) => closeConnection(db, project.id, connection, now()));
      return notConnected("refused");
    },
  };
}

type Reason = "none" | "refused" | "unreadable";

const says: Partial<Record<Reason, string>> = {
  refused: "The blog rejects the credentials it was connected with. Connect it again.",
  unreadable: "This server's secret cannot decrypt the blog's credentials. Connect it again.",
};

const notConnected = (reason: Reason): Problem =>
  new Problem("CMS_NOT_CONNECTED", {
    details: { reason },
    ...(says[reason] ? { message: says[reason] } : {}),
  });
