import type { Static, TObject, TSchema } from "typebox";

/** One answer in the documentation. */
export interface ExampleAnswer<O extends TSchema> {
  /** 200 by default; several if the same answer is given with each. */
  status?: number | readonly number[];
  /** What it shows, in a few words. */
  summary: string;
  data: Static<O>;
  /** Whether a further page follows, if the list is paged. */
  more?: boolean;
}

/** As it is written down: any string stands for a word of a list, which the compiler would widen to a string anyway. */
type Written<T> = T extends string
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Written<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]?: Written<T[Name]> }
      : T;

/** Fields of the input, or the one list that is the whole body. */
type Body<Input> = Written<Input> | Written<Extract<Input[keyof Input], readonly unknown[]>>;

/** What the documentation shows of an action. Its types are those of the schemas, and a test checks each value. */
export interface Example<I extends TObject, O extends TSchema> {
  /** Fields of path and query, by name. */
  fields?: Written<Static<I>>;
  /** Bodies by name, each with what it does. */
  bodies?: Readonly<Record<string, { summary: string; value: Body<Static<I>> }>>;
  /** Answers by their name in the document; the same name is the same answer. None if it answers with other than JSON. */
  answers?: Readonly<Record<string, ExampleAnswer<O>>>;
  /** Complete answers that are not JSON, by media type. */
  text?: Readonly<Record<string, string>>;
}
