import { lexer, type Token, type Tokens } from "marked";
import type { ComponentChildren } from "preact";

/** Nested deeper than any text that somebody wrote. */
const depthMost = 40;

/** Markdown as elements: HTML in it stays text, pictures are their words, links lead to web addresses alone. */
export function Markdown({ text }: { text: string }) {
  return <div class="prose">{blocks(parsed(text), 0)}</div>;
}

/** A text that the parser cannot take is one paragraph. */
function parsed(text: string): Token[] {
  try {
    return lexer(text);
  } catch {
    return [{ type: "text", raw: text, text }];
  }
}

const headings = ["h2", "h2", "h3", "h4", "h5", "h6"] as const;

function blocks(tokens: readonly Token[], depth: number): ComponentChildren {
  if (depth > depthMost) return tokens.map(({ raw }) => raw).join("");
  return tokens.map((token, at) => <Block key={at} token={token} depth={depth + 1} />);
}

function Block({ token, depth }: { token: Token; depth: number }): ComponentChildren {
  const inner = "tokens" in token && token.tokens ? token.tokens : [];
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "hr":
      return <hr />;
    case "heading": {
      const Heading = headings[(token as Tokens.Heading).depth - 1] ?? "h6";
      return <Heading>{spans(inner, depth)}</Heading>;
    }
    case "paragraph":
      return <p>{spans(inner, depth)}</p>;
    case "blockquote":
      return <blockquote>{blocks(inner, depth)}</blockquote>;
    case "code":
      return (
        <pre>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case "list":
      return <List list={token as Tokens.List} depth={depth} />;
    case "table":
      return <Table table={token as Tokens.Table} depth={depth} />;
    case "text":
      return <>{inner.length > 0 ? spans(inner, depth) : plain(token.raw)}</>;
    default:
      return <p>{token.raw}</p>;
  }
}

function List({ list, depth }: { list: Tokens.List; depth: number }) {
  const items = list.items.map((item, at) => <li key={at}>{blocks(item.tokens, depth)}</li>);
  return list.ordered ? <ol start={list.start === "" ? 1 : list.start}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ table, depth }: { table: Tokens.Table; depth: number }) {
  return (
    <table class="rows">
      <thead>
        <tr>
          {table.header.map((cell, at) => (
            <th key={at} scope="col">
              {spans(cell.tokens, depth)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, place) => (
              <td key={place}>{spans(cell.tokens, depth)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function spans(tokens: readonly Token[], depth: number): ComponentChildren {
  if (depth > depthMost) return tokens.map(({ raw }) => raw).join("");
  return tokens.map((token, at) => <Span key={at} token={token} depth={depth + 1} />);
}

function Span({ token, depth }: { token: Token; depth: number }): ComponentChildren {
  const inner = "tokens" in token && token.tokens ? token.tokens : [];
  switch (token.type) {
    case "strong":
      return <strong>{spans(inner, depth)}</strong>;
    case "em":
      return <em>{spans(inner, depth)}</em>;
    case "del":
      return <del>{spans(inner, depth)}</del>;
    case "codespan":
      return <code>{(token as Tokens.Codespan).text}</code>;
    case "br":
      return <br />;
    case "escape":
      return (token as Tokens.Escape).text;
    case "image":
      return (token as Tokens.Image).text;
    case "link": {
      const { href } = token as Tokens.Link;
      if (!/^(https?:|mailto:)/i.test(href)) return <>{spans(inner, depth)}</>;
      return (
        <a href={href} target="_blank" rel="noreferrer">
          {spans(inner, depth)}
        </a>
      );
    }
    case "text":
      return <>{inner.length > 0 ? spans(inner, depth) : plain(token.raw)}</>;
    default:
      return token.raw;
  }
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0" };

/** The few references that people write in texts, as what they stand for. */
const plain = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (whole, name: string) => entities[name] ?? whole);
