import type { Exchange, RequestSpan } from './exchange.ts';

/** Records requests as spans. */
export interface Tracing {
  begin(exchange: Exchange): RequestSpan;
}
