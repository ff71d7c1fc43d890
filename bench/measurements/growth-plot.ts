import { init } from 'echarts';
import type { Service } from '../candidates/petstore.ts';
import type { LoadResult } from '../load/wrk.ts';

/** One size: the loads in their order, and the memory of the service after them. */
export interface Point {
  readonly size: number;
  readonly loads: Readonly<Record<string, LoadResult>>;
  readonly memory: ReturnType<Service['memory']>;
  readonly fileMb: number;
}

interface Curve {
  readonly name: string;
  readonly color: string;
  /** With its symbol each curve can be recognised without colours. */
  readonly symbol: string;
  value(point: Point): number | undefined;
}

const INK = '#24292f';
const COLORS = ['#0969da', '#bf5700', '#8250df'];
const PANEL = { width: 460, height: 380 };
const GRID = { top: 110, width: PANEL.width - 110, height: PANEL.height - 170 };
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact' });

const MEMORY: Curve[] = [
  { name: 'memory, peak', color: '#57606a', symbol: 'diamond', value: ({ memory }) => memory.peakMb },
  { name: 'memory after the load', color: '#1a7f37', symbol: 'rect', value: ({ memory }) => memory.nowMb },
];

function latencyCurves(load: string, index: number): Curve[] {
  const color = COLORS[index] ?? INK;
  return [
    { name: `${load}, p50`, color, symbol: 'circle', value: ({ loads }) => loads[load]?.p50Ms },
    { name: `${load}, p99`, color, symbol: 'triangle', value: ({ loads }) => loads[load]?.p99Ms },
  ];
}

/** Returns latency and memory by the number of pets, as an SVG with a background of its own. */
export function plotOf(points: readonly Point[]): string {
  const panels = [
    { unit: 'latency, ms', type: 'log', curves: Object.keys(points[0]?.loads ?? {}).flatMap(latencyCurves) },
    { unit: 'RSS of the service, MB', type: 'value', curves: MEMORY },
  ] as const;
  const chart = init(null, null, {
    renderer: 'svg',
    ssr: true,
    width: 2 * PANEL.width,
    height: PANEL.height,
  });
  const axis = (gridIndex: number, name: string, nameGap: number) => ({
    gridIndex,
    name,
    nameGap,
    nameLocation: 'middle' as const,
    axisLine: { show: true, lineStyle: { color: INK } },
    axisLabel: { color: INK, formatter: (value: number) => COMPACT.format(value) },
  });
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    textStyle: { color: INK, fontFamily: 'sans-serif', fontSize: 13 },
    legend: { top: 14, itemGap: 36, width: 2 * PANEL.width - 60, textStyle: { color: INK } },
    grid: panels.map((_, index) => ({ ...GRID, left: index * PANEL.width + 80 })),
    xAxis: panels.map((_, index) => ({
      ...axis(index, 'pets', 30),
      type: 'log',
      min: 'dataMin',
      max: 'dataMax',
    })),
    yAxis: panels.map(({ unit, type }, index) => ({ ...axis(index, unit, 50), type })),
    series: panels.flatMap(({ curves }, index) =>
      curves.map(({ name, color, symbol, value }) => ({
        type: 'line' as const,
        name,
        color,
        symbol,
        symbolSize: 9,
        xAxisIndex: index,
        yAxisIndex: index,
        data: points.map((point) => [point.size, value(point) ?? Number.NaN]),
      })),
    ),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return `${svg}\n`;
}
