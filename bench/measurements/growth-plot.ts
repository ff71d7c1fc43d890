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

const INK = '#24292f';
const FAINT = '#d8dee4';
const PANEL = { width: 400, height: 270 };
const COLUMNS = 2;
const LEGEND_HEIGHT = 50;
const MARGIN = { left: 75, right: 25, top: 40, bottom: 55 };
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact' });

interface Curve {
  readonly name: string;
  /** Each curve has its symbol, so that it can be recognised without colours. */
  readonly style: { readonly color: string; readonly symbol: string; readonly symbolSize?: number };
  value(point: Point): number | undefined;
}

interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly scale: 'log' | 'value';
  readonly curves: readonly Curve[];
}

const MEMORY: Panel = {
  title: 'memory of the service',
  unit: 'RSS, MB',
  scale: 'value',
  curves: [
    // A larger symbol below the other curve, where both have the same value.
    {
      name: 'peak',
      style: { color: '#57606a', symbol: 'emptyCircle', symbolSize: 13 },
      value: ({ memory }) => memory.peakMb,
    },
    {
      name: 'after the load',
      style: { color: '#1a7f37', symbol: 'roundRect' },
      value: ({ memory }) => memory.nowMb,
    },
  ],
};

function latencyPanel(load: string): Panel {
  return {
    title: load,
    unit: 'latency, ms',
    scale: 'log',
    curves: [
      {
        name: 'p50',
        style: { color: '#0969da', symbol: 'circle' },
        value: ({ loads }) => loads[load]?.p50Ms,
      },
      { name: 'p95', style: { color: '#bf5700', symbol: 'rect' }, value: ({ loads }) => loads[load]?.p95Ms },
      {
        name: 'p99',
        style: { color: '#8250df', symbol: 'triangle' },
        value: ({ loads }) => loads[load]?.p99Ms,
      },
    ],
  };
}

/** Returns latency and memory by the number of pets, as an SVG with a background of its own. */
export function plotOf(points: readonly Point[]): string {
  const panels = [...Object.keys(points[0]?.loads ?? {}).map(latencyPanel), MEMORY];
  const height = LEGEND_HEIGHT + Math.ceil(panels.length / COLUMNS) * PANEL.height;
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: COLUMNS * PANEL.width, height });
  const placed = panels.map((panel, index) => {
    const left = (index % COLUMNS) * PANEL.width + MARGIN.left;
    return { ...panel, index, left, top: LEGEND_HEIGHT + Math.floor(index / COLUMNS) * PANEL.height };
  });
  const titleStyle = { color: INK, fontSize: 14, fontWeight: 'bold' as const };
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    textStyle: { color: INK, fontFamily: 'sans-serif', fontSize: 13 },
    legend: { top: 14, itemGap: 24, textStyle: { color: INK, fontSize: 13 } },
    title: placed.map(({ title, left, top }) => ({
      text: title,
      left,
      top,
      padding: [12, 0],
      textStyle: titleStyle,
    })),
    grid: placed.map(({ left, top }) => ({
      left,
      top: top + MARGIN.top,
      width: PANEL.width - MARGIN.left - MARGIN.right,
      height: PANEL.height - MARGIN.top - MARGIN.bottom,
    })),
    xAxis: placed.map(({ index }) => ({
      ...axis(index, 'pets', 30),
      type: 'log',
      min: 'dataMin',
      max: 'dataMax',
    })),
    yAxis: placed.map(({ index, unit, scale }) => ({ ...axis(index, unit, 50), type: scale })),
    series: placed.flatMap(({ index, curves }) =>
      curves.map(({ name, style, value }) => ({
        type: 'line' as const,
        name,
        xAxisIndex: index,
        yAxisIndex: index,
        symbolSize: 8,
        ...style,
        data: points.map((point) => [point.size, value(point) ?? Number.NaN]),
      })),
    ),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return `${svg}\n`;
}

function axis(gridIndex: number, name: string, nameGap: number) {
  return {
    gridIndex,
    name,
    nameGap,
    nameLocation: 'middle' as const,
    nameTextStyle: { color: INK, fontSize: 13 },
    axisLine: { show: true, lineStyle: { color: INK } },
    axisLabel: { color: INK, formatter: (value: number) => COMPACT.format(value) },
    splitLine: { lineStyle: { color: FAINT } },
  };
}
