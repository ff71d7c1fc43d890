import type { Latency, LoadResult } from '../load/load.ts';
import type { Memory } from '../processes/process-memory.ts';
import { type Line, line, thousands } from '../report.ts';
import { type Figures, figureOf, type Panel } from './growth.ts';

/** Such as `1 account` or `1,000 accounts`. */
export function counted(size: number, one: string): string {
  return `${thousands(size)} ${one}${size === 1 ? '' : 's'}`;
}

const SHARES = ['p50', 'p95', 'p99'] as const;

/** How long the answers to one kind of request took. */
export function latencyFigures(kind: string, latency: Latency): Figures {
  return Object.fromEntries(SHARES.map((share) => [`${kind}_${share}_ms`, latency[`${share}Ms`]]));
}

export function latencyPanel(title: string, kind: string): Panel {
  const curves = SHARES.map((share) => ({ name: share, figure: `${kind}_${share}_ms` }));
  return { title, unit: 'latency, ms', scale: 'log', curves };
}

export function latencyLine(what: string, kind: string, figures: Figures): Line {
  const p99 = figureOf(figures, `${kind}_p99_ms`);
  return line(`${what}, p99`, p99, undefined, latencyText(kind, figures), ' ms');
}

function latencyText(kind: string, figures: Figures): string {
  const milliseconds = SHARES.map((share) => figureOf(figures, `${kind}_${share}_ms`).toFixed(2));
  return `${SHARES.join(', ')}: ${milliseconds.join(', ')} ms`;
}

export function throughputFigures({ perSecond }: LoadResult): Figures {
  return { requests_per_second: perSecond };
}

export const THROUGHPUT_PANEL: Panel = {
  title: 'first pages in a second',
  unit: 'requests/s',
  scale: 'value',
  curves: [{ name: 'throughput', figure: 'requests_per_second' }],
};

export function throughputLine(what: string, figures: Figures): Line {
  const perSecond = figureOf(figures, 'requests_per_second');
  return line(`${what}, first pages`, perSecond, undefined, '', '/s');
}

export function memoryFigures(memory: Memory | undefined): Figures {
  return memory === undefined ? {} : { memory_mb: memory.nowMb, memory_peak_mb: memory.peakMb };
}

export const MEMORY_PANEL: Panel = {
  title: 'memory of the service',
  unit: 'RSS, MB',
  scale: 'value',
  curves: [
    { name: 'peak', figure: 'memory_peak_mb' },
    { name: 'after the load', figure: 'memory_mb' },
  ],
};

export function memoryLine(what: string, figures: Figures, more = ''): Line {
  const peak = `peak ${figureOf(figures, 'memory_peak_mb').toFixed(0)} MB`;
  return line(`${what}, memory`, figureOf(figures, 'memory_mb'), undefined, `${peak}${more}`, ' MB');
}
