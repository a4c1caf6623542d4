import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Takes what is sent by OTLP over HTTP in protocol buffers, on loopback. */
export interface Collector extends AsyncDisposable {
  endpoint: string;
  spans: SentSpan[];
  /** The newest of each name that each process has sent. */
  metrics: SentMetric[];
  /** Everything that came, as it came. */
  bytes(): Buffer;
  headers: Record<string, string | string[] | undefined>[];
}

export interface SentSpan {
  resource: Values;
  traceId: string;
  spanId: string;
  /** Empty: it begins the trace. */
  parentSpanId: string;
  name: string;
  kind: number;
  status: number;
  ms: number;
  values: Values;
}

export interface SentMetric {
  resource: Values;
  name: string;
  kind: "gauge" | "sum" | "histogram";
  points: {
    values: Values;
    value?: number;
    count?: number;
    sum?: number;
    counts?: number[];
    bounds?: number[];
  }[];
}

type Values = Record<string, string | number | boolean>;

export async function startCollector(port = 0): Promise<Collector> {
  const bodies: Buffer[] = [];
  const collector: Pick<Collector, "spans" | "metrics" | "headers"> = { spans: [], metrics: [], headers: [] };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    bodies.push(body);
    collector.headers.push(request.headers);
    if (request.url === "/v1/traces") collector.spans.push(...spansIn(body));
    else if (request.url === "/v1/metrics") collector.metrics.push(...metricsIn(body));
    else return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    ...collector,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => Buffer.concat(bodies),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A message's fields by their numbers, as opentelemetry-proto 1.x gives them. */
type Fields = Map<number, (Buffer | bigint)[]>;

function fieldsOf(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = () => {
    let [value, shift] = [0n, 0n];
    for (;;) {
      const byte = bytes[at++]!;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
      shift += 7n;
    }
  };
  const take = (length: number) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const wire = tag & 7;
    const value = wire === 0 ? varint() : take(wire === 1 ? 8 : wire === 5 ? 4 : Number(varint()));
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

const all = (fields: Fields, number: number) => (fields.get(number) ?? []) as Buffer[];
const messages = (fields: Fields, number: number) => all(fields, number).map(fieldsOf);
const message = (fields: Fields, number: number): Fields => messages(fields, number)[0] ?? new Map();
const text = (fields: Fields, number: number) => all(fields, number)[0]?.toString("utf8") ?? "";
const hex = (fields: Fields, number: number) => all(fields, number)[0]?.toString("hex") ?? "";
const whole = (fields: Fields, number: number) =>
  Number((fields.get(number)?.[0] as bigint | undefined) ?? 0n);
const fixed64 = (fields: Fields, number: number) => all(fields, number)[0]?.readBigUInt64LE() ?? 0n;
const double = (fields: Fields, number: number) => all(fields, number)[0]?.readDoubleLE();

function valuesIn(fields: Fields, number: number): Values {
  return Object.fromEntries(
    messages(fields, number).map((pair) => {
      const value = message(pair, 2);
      if (value.has(1)) return [text(pair, 1), text(value, 1)];
      if (value.has(2)) return [text(pair, 1), whole(value, 2) === 1];
      if (value.has(3)) return [text(pair, 1), whole(value, 3)];
      return [text(pair, 1), double(value, 4)!];
    }),
  );
}

const spansIn = (body: Buffer): SentSpan[] =>
  messages(fieldsOf(body), 1).flatMap((group) =>
    messages(group, 2)
      .flatMap((scope) => messages(scope, 2))
      .map((span) => ({
        resource: valuesIn(message(group, 1), 1),
        ...{ traceId: hex(span, 1), spanId: hex(span, 2), parentSpanId: hex(span, 4) },
        ...{ name: text(span, 5), kind: whole(span, 6), status: whole(message(span, 15), 3) },
        ms: Number(fixed64(span, 8) - fixed64(span, 7)) / 1e6,
        values: valuesIn(span, 9),
      })),
  );

const kinds = [
  [5, "gauge"],
  [7, "sum"],
  [9, "histogram"],
] as const;

const metricsIn = (body: Buffer): SentMetric[] =>
  messages(fieldsOf(body), 1).flatMap((group) =>
    messages(group, 2)
      .flatMap((scope) => messages(scope, 2))
      .map((metric) => {
        const [number, kind] = kinds.find(([number]) => metric.has(number))!;
        const points = messages(message(metric, number), 1);
        return {
          ...{ resource: valuesIn(message(group, 1), 1), name: text(metric, 1), kind },
          points: points.map((point) =>
            kind === "histogram"
              ? {
                  ...{ values: valuesIn(point, 9), count: Number(fixed64(point, 4)), sum: double(point, 5)! },
                  counts: eights(point, 6).map((eight) => Number(eight.readBigUInt64LE())),
                  bounds: eights(point, 7).map((eight) => eight.readDoubleLE()),
                }
              : { values: valuesIn(point, 7), value: double(point, 4)! },
          ),
        };
      }),
  );

/** Packed numbers of eight bytes each. */
const eights = (fields: Fields, number: number): Buffer[] =>
  all(fields, number).flatMap((packed) =>
    Array.from({ length: packed.length / 8 }, (_, index) => packed.subarray(8 * index, 8 * index + 8)),
  );
