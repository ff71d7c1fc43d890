import { init } from 'echarts';
import { type CurveName, figureOf, type Growth, type Measured, type Panel } from './growth.ts';

const INK = '#24292f';
const FAINT = '#d8dee4';
/** Each has its mark, too, so that they are told apart without colours. */
const STYLES: Record<CurveName, { color: string; symbol: string; symbolSize?: number }> = {
  p50: { color: '#0969da', symbol: 'circle' },
  p95: { color: '#bf5700', symbol: 'rect' },
  p99: { color: '#8250df', symbol: 'triangle' },
  throughput: { color: '#cf222e', symbol: 'diamond' },
  'after the load': { color: '#1a7f37', symbol: 'roundRect' },
  // Under the other one where both are the same.
  peak: { color: '#57606a', symbol: 'emptyCircle', symbolSize: 13 },
};

const PANEL = { width: 400, height: 270 };
const LEGEND_HEIGHT = 50;
const MARGIN = { left: 75, right: 25, top: 40, bottom: 55 };

/** How the figures go with the size, as an SVG with a background of its own. */
export function plotOf({ of, panels }: Growth, measured: readonly Measured[]): string {
  const columns = panels.length % 2 === 0 ? 2 : panels.length;
  const height = LEGEND_HEIGHT + Math.ceil(panels.length / columns) * PANEL.height;
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: columns * PANEL.width, height });
  const places = panels.map((panel, index) => ({ panel, index, ...cornerOf(index, columns) }));
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    textStyle: { color: INK, fontFamily: 'sans-serif', fontSize: 13 },
    legend: { top: 14, itemGap: 24, textStyle: { color: INK, fontSize: 13 } },
    title: places.map(titleOf),
    grid: places.map(({ left, top }) => ({
      left: left + MARGIN.left,
      top: top + MARGIN.top,
      width: PANEL.width - MARGIN.left - MARGIN.right,
      height: PANEL.height - MARGIN.top - MARGIN.bottom,
    })),
    xAxis: places.map(({ index }) => ({
      ...axisOf(index),
      type: 'log',
      min: 'dataMin',
      max: 'dataMax',
      name: of,
      nameGap: 30,
    })),
    yAxis: places.map(({ index, panel: { unit, scale } }) => ({
      ...axisOf(index),
      type: scale,
      name: unit,
      nameGap: 50,
    })),
    series: places.flatMap(({ panel, index }) => curvesOf(panel, index, measured)),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return `${svg}\n`;
}

function cornerOf(index: number, columns: number) {
  const row = Math.floor(index / columns);
  return { left: (index % columns) * PANEL.width, top: LEGEND_HEIGHT + row * PANEL.height };
}

function titleOf({ panel, left, top }: { panel: Panel; left: number; top: number }) {
  const textStyle = { color: INK, fontSize: 14, fontWeight: 'bold' as const };
  return { text: panel.title, left: left + MARGIN.left, top, padding: [12, 0], textStyle };
}

function axisOf(index: number) {
  return {
    gridIndex: index,
    nameLocation: 'middle' as const,
    nameTextStyle: { color: INK, fontSize: 13 },
    axisLine: { show: true, lineStyle: { color: INK } },
    axisLabel: { color: INK, formatter: short },
    splitLine: { lineStyle: { color: FAINT } },
  };
}

function curvesOf(panel: Panel, index: number, measured: readonly Measured[]) {
  return panel.curves.map(({ name, figure }) => ({
    type: 'line' as const,
    name,
    xAxisIndex: index,
    yAxisIndex: index,
    symbolSize: 8,
    ...STYLES[name],
    data: measured.map(({ size, figures }) => [size, figureOf(figures, figure)]),
  }));
}

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact' });

/** 10M for 10,000,000. */
function short(value: number): string {
  return COMPACT.format(value);
}
