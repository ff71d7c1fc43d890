import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import type { QuotaEngine } from '../../access/quota/quota-engine.ts';
import { type MaybePromise, observed } from '../../platform/core/maybe-promise.ts';
import { VERSION } from '../../platform/core/version.ts';
import type { Database } from '../../platform/database/database.ts';
import { observeStatements } from '../../platform/database/prepared-query.ts';

/** The names of the semantic conventions. */
const SYSTEMS = { sqlite: 'sqlite', postgres: 'postgresql' } as const;
/** A statement of several tables is named by the first. */
const OPERATION = /^\s*(\w+)/;
const COLLECTION = /\b(?:from|into|update)\s+"?(\w+)/i;

/**
 * Records what a request asks of the database and of Valkey as children of its span, with the attributes of the semantic
 * conventions for databases. A span names the statement and its table; it has neither its text nor its values.
 */
export class StoreSpans {
  readonly #tracer: Tracer;
  /** The span of the request, or of its transaction. */
  readonly #current = new AsyncLocalStorage<Span>();

  constructor(provider: TracerProvider) {
    this.#tracer = provider.getTracer('petstore', VERSION);
  }

  /** Runs the work of a request, whose span is recorded. */
  readonly run = <T>(span: Span, work: () => T): T => this.#current.run(span, work);

  /** Returns the database, with spans for the statements and transactions of requests. */
  observe(database: Database): Database {
    const system = SYSTEMS[database.engine.name];
    const observe = (sql: string) => this.#startStatement(system, sql);
    observeStatements(database.read, observe);
    return {
      ...database,
      write: (work, options) => {
        const span = this.#start('transaction', { 'db.system.name': system });
        if (span === undefined) return database.write(work, options);
        return Promise.resolve(
          observed(
            () =>
              database.write((transaction) => {
                observeStatements(transaction, observe);
                // Requests share transactions, so this may run on behalf of another one.
                return this.run(span, () => work(transaction));
              }, options),
            endOf(span),
          ),
        );
      },
    };
  }

  /** Returns the engine that counts in Valkey, with a span for each call that waits. */
  observeQuotas(engine: QuotaEngine): QuotaEngine {
    return {
      consume: (...all) => this.#call('consume', () => engine.consume(...all)),
      giveBack: async (...all) => this.#call('giveBack', () => engine.giveBack(...all)),
      resetStrikes: (...all) => this.#call('resetStrikes', () => engine.resetStrikes(...all)),
      peek: (...all) => this.#call('peek', () => engine.peek(...all)),
      close: () => engine.close(),
    };
  }

  #call<T>(name: string, work: () => MaybePromise<T>): MaybePromise<T> {
    const summary = `EVALSHA ${name}`;
    const span = this.#start(summary, {
      'db.system.name': 'redis',
      'db.operation.name': 'EVALSHA',
      'db.query.summary': summary,
    });
    const result = work();
    // An immediate result was decided without Valkey. A span that does not end is not sent.
    return span !== undefined && result instanceof Promise ? observed(() => result, endOf(span)) : result;
  }

  #startStatement(system: string, sql: string): ((error?: unknown) => void) | undefined {
    if (this.#current.getStore() === undefined) return undefined;
    const operation = OPERATION.exec(sql)?.[1]?.toUpperCase();
    const collection = COLLECTION.exec(sql)?.[1];
    const summary = [operation, collection].filter((part) => part !== undefined).join(' ');
    const span = this.#start(summary, {
      'db.system.name': system,
      'db.operation.name': operation,
      'db.collection.name': collection,
      'db.query.summary': summary,
    });
    return span && endOf(span);
  }

  /** Returns undefined outside of a request that is recorded. */
  #start(name: string, attributes: Readonly<Record<string, string | undefined>>): Span | undefined {
    const parent = this.#current.getStore();
    if (parent === undefined) return undefined;
    return this.#tracer.startSpan(
      name,
      { kind: SpanKind.CLIENT, attributes },
      trace.setSpan(ROOT_CONTEXT, parent),
    );
  }
}

function endOf(span: Span): (error?: unknown) => void {
  return (error) => {
    if (error !== undefined) {
      span.setAttribute('error.type', error instanceof Error ? error.name : 'Error');
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  };
}
