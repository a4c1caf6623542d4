import { parse } from "libpg-query";

/** How a statement uses one table that grows. */
export interface Use {
  table: string;
  /**
   * Whether the column that the table is spread by is given: as a `value`, `joined` to rows that have one, or `null`, so that
   * every machine has to look.
   */
  key: "value" | "joined" | null;
  /** The columns that are given in one of these ways. */
  by: string[];
}

/** A part of the tree that the parser makes: objects with one kind as their only name, lists and values. */
type Tree = { [name: string]: unknown };

/** Something after FROM. */
interface Range {
  number: number;
  /** Of a table that grows; null for everything else. */
  table: string | null;
}

interface Scope {
  ranges: Map<string, Range>;
  /** Names of WITH queries. */
  named: Set<string>;
  outer: Scope | null;
}

/** Reads one statement; `keys` are the tables that grow with the column each is spread by. Throws if it cannot be parsed. */
export async function usesIn(text: string, keys: Readonly<Record<string, string>>): Promise<Use[]> {
  const { stmts = [] } = (await parse(text)) as { stmts?: { stmt?: Tree }[] };
  return stmts.flatMap(({ stmt }) => usesOf(stmt ?? {}, keys));
}

function usesOf(statement: Tree, keys: Readonly<Record<string, string>>): Use[] {
  const ranges: Range[] = [];
  const written: Use[] = [];
  const equal = equalities();

  const open = (outer: Scope | null): Scope => ({ ranges: new Map(), named: new Set(), outer });
  const isNamed = (name: string, scope: Scope | null): boolean =>
    scope !== null && (scope.named.has(name) || isNamed(name, scope.outer));

  /** Any part: a query has a scope of its own, and what is no query is looked through. */
  function look(part: unknown, scope: Scope): void {
    if (Array.isArray(part)) {
      for (const each of part) look(each, scope);
      return;
    }
    if (typeof part !== "object" || part === null) return;
    const tree = part as Tree;
    for (const [kind, inner] of Object.entries(tree)) {
      if (kind === "SelectStmt") select(inner as Tree, open(scope));
      else if (kind === "InsertStmt") insert(inner as Tree, open(scope));
      else if (kind === "UpdateStmt" || kind === "DeleteStmt") change(inner as Tree, open(scope));
      else look(inner, scope);
    }
  }

  function withQueries(query: Tree, scope: Scope): void {
    const { ctes = [] } = (query.withClause ?? {}) as { ctes?: { CommonTableExpr: Tree }[] };
    for (const { CommonTableExpr: cte } of ctes) {
      // One that refers to itself knows its own name.
      scope.named.add(String(cte.ctename));
      look(cte.ctequery, scope);
    }
  }

  function select(query: Tree, scope: Scope): void {
    withQueries(query, scope);
    // Both halves of a UNION see what stands before it.
    for (const half of [query.larg, query.rarg]) if (half) select(half as Tree, open(scope));
    for (const from of list(query.fromClause)) range(from, scope);
    holds(query.whereClause, scope);
    const { withClause, larg, rarg, fromClause, whereClause, ...rest } = query;
    look(rest, scope);
    for (const from of list(fromClause)) look(insideOf(from), scope);
    look(whereClause, scope);
  }

  function insert(query: Tree, scope: Scope): void {
    withQueries(query, scope);
    const table = String((query.relation as Tree).relname);
    const key = keys[table];
    const names = list(query.cols).map((column) => String((column.ResTarget as Tree).name));
    if (key && !isNamed(table, scope)) {
      const conflict = (query.onConflictClause as Tree | undefined)?.infer as Tree | undefined;
      const on = list(conflict?.indexElems).map((element) => String((element.IndexElem as Tree).name));
      const keyed = (names.length === 0 || names.includes(key)) && (on.length === 0 || on.includes(key));
      written.push({ table, key: keyed ? "value" : null, by: on.length > 0 ? on : names });
    }
    const { withClause, ...rest } = query;
    look(rest, scope);
  }

  function change(query: Tree, scope: Scope): void {
    withQueries(query, scope);
    range({ RangeVar: query.relation }, scope);
    const others = [...list(query.fromClause), ...list(query.usingClause)];
    for (const from of others) range(from, scope);
    holds(query.whereClause, scope);
    const { withClause, relation, fromClause, usingClause, whereClause, ...rest } = query;
    look(rest, scope);
    for (const from of others) look(insideOf(from), scope);
    look(whereClause, scope);
  }

  /** Takes down what stands after FROM, and what its joins demand. */
  function range(from: Tree, scope: Scope): void {
    const [kind, inner] = Object.entries(from)[0] as [string, Tree];
    if (kind === "JoinExpr") {
      const before = new Set(scope.ranges.values());
      range(inner.larg as Tree, scope);
      range(inner.rarg as Tree, scope);
      const joined = [...scope.ranges.values()].filter((one) => !before.has(one));
      for (const column of list(inner.usingClause)) {
        const name = String((column.String as Tree).sval);
        for (const one of joined) equal.join(term(joined[0]!, name), term(one, name));
      }
      return holds(inner.quals, scope);
    }
    const alias = (inner.alias as Tree | undefined)?.aliasname;
    const name = kind === "RangeVar" ? String(inner.relname) : "";
    const grows = kind === "RangeVar" && name in keys && !isNamed(name, scope);
    const one = { number: ranges.length, table: grows ? name : null };
    ranges.push(one);
    scope.ranges.set(String(alias ?? (name || `(${one.number})`)), one);
  }

  /** What stands within something after FROM: queries, and the conditions of joins with their queries. */
  const insideOf = (from: Tree): unknown => ("RangeVar" in from ? null : from);

  /** Takes down the equalities that hold for every row: not those that stand beside an OR or a NOT. */
  function holds(condition: unknown, scope: Scope): void {
    const [kind, inner] = Object.entries((condition ?? {}) as Tree)[0] ?? [];
    const tree = inner as Tree;
    if (kind === "BoolExpr" && tree.boolop === "AND_EXPR")
      for (const part of list(tree.args)) holds(part, scope);
    if (kind === "SubLink" && tree.subLinkType === "ANY_SUBLINK" && isEquality(tree.operName ?? "="))
      for (const column of columnsOf(tree.testexpr, scope)) equal.mark(column, "joined");
    if (kind === "A_Expr" && (isEquality(tree.name) || tree.kind === "AEXPR_NOT_DISTINCT"))
      pair(tree.lexpr, tree.kind === "AEXPR_IN" || tree.kind === "AEXPR_OP_ANY" ? null : tree.rexpr, scope);
  }

  /** `null` stands for a list of values. */
  function pair(left: unknown, right: unknown, scope: Scope): void {
    const [some, others] = [itemsOf(left), itemsOf(right)];
    for (const [at, item] of some.entries()) {
      const other = right === null ? null : some.length === others.length ? others[at] : right;
      const [mine, theirs] = [columnOf(item, scope), columnOf(other, scope)];
      for (const one of mine) for (const two of theirs) equal.join(one, two);
      if (theirs.length === 0) for (const one of mine) equal.mark(one, given(other, scope));
      if (mine.length === 0) for (const two of theirs) equal.mark(two, given(item, scope));
    }
  }

  /** What does not name a column of any row is a value. */
  const given = (part: unknown, scope: Scope): Level =>
    columnsOf(part, scope).length > 0 || hasQuery(part) ? "joined" : "value";

  /** The column that an expression is, in every range that may be meant; none if it is something else. */
  function columnOf(part: unknown, scope: Scope): string[] {
    const tree = (part ?? {}) as Tree;
    if ("TypeCast" in tree) return columnOf((tree.TypeCast as Tree).arg, scope);
    if (!("ColumnRef" in tree)) return [];
    const names = list((tree.ColumnRef as Tree).fields).map((field) =>
      String((field.String as Tree | undefined)?.sval ?? "*"),
    );
    const [alias, name] = names.length > 1 ? names.slice(-2) : [null, names[0]];
    for (let at: Scope | null = scope; at; at = at.outer) {
      const found = alias === null ? meant(at) : [at.ranges.get(alias!)].filter((one) => one !== undefined);
      if (found.length > 0) return found.map((one) => term(one, name!));
    }
    return [];
  }

  /** Without the name of a table, the only range is meant, or those that grow. */
  function meant({ ranges }: Scope): Range[] {
    const all = [...ranges.values()];
    return all.length === 1 ? all : all.filter(({ table }) => table !== null);
  }

  function columnsOf(part: unknown, scope: Scope): string[] {
    if (Array.isArray(part)) return part.flatMap((each) => columnsOf(each, scope));
    if (typeof part !== "object" || part === null) return [];
    const own = columnOf(part, scope);
    return own.length > 0 ? own : Object.values(part).flatMap((inner) => columnsOf(inner, scope));
  }

  /** Rows of what does not grow have values of their own. */
  function term({ number, table }: Range, column: string): string {
    const name = `${number}.${column}`;
    if (table === null) equal.mark(name, "joined");
    return name;
  }

  look(statement, open(null));
  const levelOf = (one: Range, column: string): Use["key"] => {
    const name = `${one.number}.${column}`;
    return levels.find((level) => equal.is(name, level)) ?? null;
  };
  const used = ranges.flatMap((one): Use[] => {
    if (one.table === null) return [];
    const by = equal
      .members()
      .filter((name) => name.startsWith(`${one.number}.`))
      .map((name) => name.slice(name.indexOf(".") + 1))
      .filter((column) => levelOf(one, column) !== null);
    return [{ table: one.table, key: levelOf(one, keys[one.table]!), by: [...new Set(by)].sort() }];
  });
  return [...written, ...used];
}

const list = (value: unknown): Tree[] => (Array.isArray(value) ? (value as Tree[]) : []);

const isEquality = (operator: unknown): boolean =>
  operator === "=" || list(operator).some((name) => (name.String as Tree | undefined)?.sval === "=");

const itemsOf = (part: unknown): unknown[] => {
  const row = ((part ?? {}) as { RowExpr?: Tree }).RowExpr;
  return row ? list(row.args) : [part];
};

function hasQuery(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  return Object.entries(part).some(([kind, inner]) => kind === "SelectStmt" || hasQuery(inner));
}

const levels = ["value", "joined"] as const;
type Level = (typeof levels)[number];

/** Names that are equal to each other, and those that are given. */
function equalities() {
  const parents = new Map<string, string>();
  const marks: [name: string, level: Level][] = [];
  const first = (name: string): string => {
    const parent = parents.get(name) ?? name;
    return parent === name ? name : first(parent);
  };
  const known = (name: string) => void (parents.has(name) || parents.set(name, name));
  return {
    join(one: string, other: string): void {
      known(one);
      known(other);
      parents.set(first(one), first(other));
    },
    mark(name: string, level: Level): void {
      known(name);
      marks.push([name, level]);
    },
    is: (name: string, level: Level): boolean =>
      marks.some(([marked, mark]) => mark === level && first(marked) === first(name)),
    members: (): string[] => [...parents.keys()],
  };
}
