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

interface Column {
  range: Range;
  name: string;
}

/** Of a range, how much a condition in this place can say of which of its rows are read; null: nothing. */
type Limits = (range: Range) => Level | null;

interface Scope {
  ranges: Map<string, Range>;
  /** Names of WITH queries. */
  named: Set<string>;
  outer: Scope | null;
  /** Of the condition after WHERE. */
  limits: Limits;
}

/** Reads one statement; `keys` are the tables that grow with the column each is spread by. Throws if it cannot be parsed. */
export async function usesIn(text: string, keys: Readonly<Record<string, string>>): Promise<Use[]> {
  const { stmts = [] } = (await parse(text)) as { stmts?: { stmt?: Tree }[] };
  return stmts.flatMap(({ stmt }) => usesOf(stmt ?? {}, keys));
}

function usesOf(statement: Tree, keys: Readonly<Record<string, string>>): Use[] {
  const ranges: Range[] = [];
  const written: Use[] = [];
  const known = givenColumns();
  /** Queries whose rows must exist for a row of the query around them, with what may be said of that row. */
  const demanded = new Map<unknown, Limits>();

  const open = (outer: Scope | null, around: Limits = () => null): Scope => {
    const named = new Map<string, Range>();
    const own = (range: Range) => [...named.values()].includes(range);
    // Whoever looks for rows by those that must exist beside them joins the two.
    const limits: Limits = (range) => (own(range) ? "value" : around(range) && "joined");
    return { ranges: named, named: new Set(), outer, limits };
  };
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
      if (kind === "SelectStmt") select(inner as Tree, open(scope, demanded.get(inner)));
      else if (kind === "InsertStmt") insert(inner as Tree, open(scope));
      else if (kind === "UpdateStmt" || kind === "DeleteStmt") change(inner as Tree, open(scope));
      else if (kind === "MergeStmt") throw new Error("MERGE is not understood");
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
    for (const from of list(query.fromClause)) range(from, scope, scope.limits);
    holds(query.whereClause, scope, scope.limits);
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
    range({ RangeVar: query.relation }, scope, scope.limits);
    const others = [...list(query.fromClause), ...list(query.usingClause)];
    for (const from of others) range(from, scope, scope.limits);
    holds(query.whereClause, scope, scope.limits);
    const { withClause, relation, fromClause, usingClause, whereClause, ...rest } = query;
    look(rest, scope);
    for (const from of others) look(insideOf(from), scope);
    look(whereClause, scope);
  }

  /** Takes down what stands after FROM, and what its joins demand. */
  function range(from: Tree, scope: Scope, limits: Limits): void {
    const [kind, inner] = Object.entries(from)[0] as [string, Tree];
    if (kind === "JoinExpr") return join(inner, scope, limits);
    const alias = (inner.alias as Tree | undefined)?.aliasname;
    const name = kind === "RangeVar" ? String(inner.relname) : "";
    const grows = kind === "RangeVar" && name in keys && !isNamed(name, scope);
    const one = { number: ranges.length, table: grows ? name : null };
    ranges.push(one);
    scope.ranges.set(String(alias ?? (name || `(${one.number})`)), one);
  }

  /** Of a side that keeps its rows where the other has none, the join's conditions choose no rows. */
  function join(tree: Tree, scope: Scope, limits: Limits): void {
    const kept = { JOIN_LEFT: "left", JOIN_RIGHT: "right", JOIN_FULL: "both" }[String(tree.jointype)];
    const first = ranges.length;
    const within =
      (from: number): Limits =>
      (range) =>
        range.number >= from ? "value" : null;
    range(tree.larg as Tree, scope, kept === "right" || kept === "both" ? within(first) : limits);
    const middle = ranges.length;
    range(tree.rarg as Tree, scope, kept === "left" || kept === "both" ? within(middle) : limits);
    const [left, right] = [ranges.slice(first, middle), ranges.slice(middle)];
    const here: Limits = (range) => {
      if (left.includes(range) && (kept === "left" || kept === "both")) return null;
      if (right.includes(range) && (kept === "right" || kept === "both")) return null;
      return left.includes(range) || right.includes(range) || !kept ? limits(range) : null;
    };
    for (const column of list(tree.usingClause)) {
      const name = String((column.String as Tree).sval);
      for (const one of meant(left))
        for (const other of meant(right)) same(term(one, name), term(other, name), here);
    }
    holds(tree.quals, scope, here);
  }

  /** What stands within something after FROM: queries, and the conditions of joins with their queries. */
  const insideOf = (from: Tree): unknown => ("RangeVar" in from ? null : from);

  /** Takes down the equalities that hold for every row: not those that stand beside an OR or a NOT. */
  function holds(condition: unknown, scope: Scope, limits: Limits): void {
    const [kind, inner] = Object.entries((condition ?? {}) as Tree)[0] ?? [];
    const tree = inner as Tree;
    if (kind === "BoolExpr" && tree.boolop === "AND_EXPR")
      for (const part of list(tree.args)) holds(part, scope, limits);
    if (kind === "SubLink") exists(tree, scope, limits);
    if (kind === "A_Expr" && equal.has(String(tree.kind)) && isEquality(tree.name))
      pair(
        tree.lexpr,
        tree.rexpr,
        tree.kind === "AEXPR_OP" || tree.kind === "AEXPR_NOT_DISTINCT",
        scope,
        limits,
      );
  }

  /** EXISTS (…) and … IN (SELECT …) */
  function exists(link: Tree, scope: Scope, limits: Limits): void {
    const query = (link.subselect as Tree).SelectStmt as Tree;
    const any = link.subLinkType === "ANY_SUBLINK" && isEquality(link.operName ?? "=");
    if (!any && link.subLinkType !== "EXISTS_SUBLINK") return;
    if (any)
      for (const item of itemsOf(link.testexpr))
        for (const column of columnsOf(item, scope)) mark(column, link.subselect, scope, limits);
    if (!plain(query)) return;
    demanded.set(query, limits);
  }

  /** The same rows are meant on both sides, or `right` is a list of which one is. */
  function pair(left: unknown, right: unknown, single: boolean, scope: Scope, limits: Limits): void {
    const [some, others] = [itemsOf(left), single ? itemsOf(right) : []];
    for (const [at, item] of some.entries()) {
      const other = some.length === others.length ? others[at] : right;
      const [mine, theirs] = [columnsOf(item, scope), single ? columnsOf(other, scope) : []];
      for (const one of mine) for (const two of theirs) same(one, two, limits);
      if (theirs.length === 0) for (const one of mine) mark(one, other, scope, limits);
      if (mine.length === 0) for (const two of theirs) mark(two, item, scope, limits);
    }
  }

  /** Two columns are equal: where one is given, so is the other, if this place can say so of its rows. */
  function same(one: Column, other: Column, limits: Limits): void {
    if (one.range === other.range) return;
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const level = limits(to.range);
      if (level) known.follow(nameOf(from), nameOf(to), level);
    }
  }

  /** A column is equal to what names no column of its own rows. */
  function mark(column: Column, other: unknown, scope: Scope, limits: Limits): void {
    const most = limits(column.range);
    const level = givenBy(other, column, scope);
    if (most && level) known.mark(nameOf(column), least(most, level));
  }

  /** What does not name a column of any row is a value; what names one of the same row is none, nor what cannot be told. */
  function givenBy(part: unknown, column: Column, scope: Scope): Level | null {
    let level: Level | null = "value";
    const walk = (inner: unknown, hidden: ReadonlySet<string>, inQuery: boolean): void => {
      if (typeof inner !== "object" || inner === null) return;
      const tree = inner as Tree;
      if ("ColumnRef" in tree) {
        level &&= "joined";
        const [alias] = namesIn(tree.ColumnRef as Tree);
        // Within a query a column without a table is taken for one of that query.
        if (inQuery && (alias === null || hidden.has(alias!))) return;
        const found = columnsOf(tree, scope);
        if (found.length === 0 || found.some(({ range }) => range === column.range)) level = null;
      }
      const query = tree.SelectStmt as Tree | undefined;
      if (query) level &&= "joined";
      const within = query ? new Set([...hidden, ...namesAfterFrom(query)]) : hidden;
      for (const each of Object.values(tree)) walk(each, within, inQuery || query !== undefined);
    };
    walk(part, new Set(), false);
    return level;
  }

  /** The column that an expression is, in every range that may be meant; none if it is something else. */
  function columnsOf(part: unknown, scope: Scope): Column[] {
    const tree = (part ?? {}) as Tree;
    if ("TypeCast" in tree) return columnsOf((tree.TypeCast as Tree).arg, scope);
    if (!("ColumnRef" in tree)) return [];
    const [alias, name] = namesIn(tree.ColumnRef as Tree);
    for (let at: Scope | null = scope; at; at = at.outer) {
      const all = [...at.ranges.values()];
      const found = alias === null ? meant(all) : [at.ranges.get(alias)].filter((one) => one !== undefined);
      if (found.length > 0) return found.map((one) => term(one, name));
    }
    return [];
  }

  /** Rows of what does not grow have values of their own. */
  function term(range: Range, name: string): Column {
    if (range.table === null) known.mark(nameOf({ range, name }), "joined");
    return { range, name };
  }

  look(statement, open(null));
  const levels = known.levels();
  const used = ranges.flatMap((range): Use[] => {
    if (range.table === null) return [];
    const level = (name: string): Level | null => levels.get(nameOf({ range, name })) ?? null;
    const own = [...levels.keys()].filter((name) => name.startsWith(nameOf({ range, name: "" })));
    const by = own.map((name) => name.slice(name.indexOf(".") + 1));
    return [{ table: range.table, key: level(keys[range.table]!), by: by.sort() }];
  });
  return [...written, ...used];
}

const nameOf = ({ range, name }: Column): string => `${range.number}.${name}`;

/** Without the name of a table, those that grow are meant, if there are any. */
const meant = (all: readonly Range[]): readonly Range[] => {
  const growing = all.filter(({ table }) => table !== null);
  return growing.length > 0 && all.length > 1 ? growing : all;
};

const list = (value: unknown): Tree[] => (Array.isArray(value) ? (value as Tree[]) : []);

/** Kinds of expression with `=` that are true of equal values: there are others, such as IS DISTINCT FROM and = ALL. */
const equal: ReadonlySet<string> = new Set(["AEXPR_OP", "AEXPR_OP_ANY", "AEXPR_IN", "AEXPR_NOT_DISTINCT"]);

const isEquality = (operator: unknown): boolean =>
  operator === "=" || list(operator).some((name) => (name.String as Tree | undefined)?.sval === "=");

const itemsOf = (part: unknown): unknown[] => {
  const row = ((part ?? {}) as { RowExpr?: Tree }).RowExpr;
  return row ? list(row.args) : [part];
};

/** The table that a column is named with, if any, and the column. */
function namesIn(column: Tree): [alias: string | null, name: string] {
  const names = list(column.fields).map((field) => String((field.String as Tree | undefined)?.sval ?? "*"));
  return [names.at(-2) ?? null, names.at(-1) ?? "*"];
}

/** Names that stand after FROM, also within joins. */
const namesAfterFrom = (query: Tree): string[] => {
  const namesOf = (from: Tree): string[] => {
    const [kind, inner] = Object.entries(from)[0] as [string, Tree];
    if (kind === "JoinExpr") return [inner.larg, inner.rarg].flatMap((side) => namesOf(side as Tree));
    const alias = (inner.alias as Tree | undefined)?.aliasname ?? inner.relname;
    return alias === undefined ? [] : [String(alias)];
  };
  return list(query.fromClause).flatMap(namesOf);
};

/** Whether a query has a row only where its condition holds, and can be turned into a join. */
const plain = (query: Tree): boolean =>
  !["larg", "limitCount", "limitOffset", "groupClause", "havingClause", "withClause"].some(
    (part) => part in query,
  ) && !list(query.targetList).some((target) => JSON.stringify(target).includes('"FuncCall"'));

type Level = "value" | "joined";

const least = (one: Level, other: Level): Level => (one === "joined" ? one : other);

/** Columns that are given, and those that follow from others. */
function givenColumns() {
  const marks: (readonly [name: string, level: Level])[] = [];
  const follows: (readonly [from: string, to: string, most: Level])[] = [];
  return {
    mark: (name: string, level: Level) => void marks.push([name, level]),
    follow: (from: string, to: string, most: Level) => void follows.push([from, to, most]),
    levels(): Map<string, Level> {
      const all = new Map<string, Level>();
      const raise = (name: string, level: Level): boolean => {
        const higher = all.get(name) !== "value" && all.get(name) !== level;
        if (higher) all.set(name, level);
        return higher;
      };
      for (const [name, level] of marks) raise(name, level);
      const step = () =>
        follows.filter(([from, to, most]) => all.has(from) && raise(to, least(most, all.get(from)!))).length >
        0;
      while (step());
      return all;
    },
  };
}
