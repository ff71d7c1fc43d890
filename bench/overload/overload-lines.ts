import { atLeast, atMost, type Line, line, thousands } from '../report.ts';
import { median } from '../rounds.ts';
import type { Ladder, Step } from './overload-run.ts';

/** The load that is judged. */
const JUDGED_TIMES = 2;

/** What a client sees of the service at each load, from rounds that all had the same loads. */
export function overloadLines(ladders: readonly Ladder[], generatorPower: number): Line[] {
  const bearable = median(ladders.map((ladder) => ladder.bearable));
  const times = ladders[0]?.steps.map((step) => step.times) ?? [];
  const most = bearable * Math.max(...times);
  const power = `${thousands(generatorPower)}/s against bare node:http, at most ${thousands(most)}/s are asked of it`;
  const borne = '64 connections, each with one request at a time';
  return [
    line('load that it can bear', bearable, undefined, borne, ' requests/s'),
    line(
      'power of the generator, of the load judged',
      generatorPower / (bearable * JUDGED_TIMES),
      atLeast(2),
      power,
    ),
    ...times.flatMap((each) => {
      const steps = ladders.map(({ steps, bearable }) => ({ ...stepAt(steps, each), bearable }));
      return stepLines(each, steps);
    }),
  ];
}

function stepAt(steps: readonly Step[], times: number): Step {
  const found = steps.find((step) => step.times === times);
  if (found === undefined) throw new Error(`A round has no load of ${times} times`);
  return found;
}

function stepLines(times: number, steps: ReadonlyArray<Step & { bearable: number }>): Line[] {
  const judged = times === JUDGED_TIMES;
  const load = `at ${times} times it`;
  const middle = (value: (step: Step & { bearable: number }) => number) => median(steps.map(value));
  const growths = steps.map(({ growthMb }) => growthMb).filter((growth) => growth !== undefined);
  const faults = steps.flatMap(({ answers }) => answers.faults);
  const wrong = steps.reduce(
    (sum, { answers, health }) => sum + answers.others + answers.broken + health.faults,
    0,
  );
  return [
    line(
      `${load}: accepted, of the load that it can bear`,
      middle(({ answers, bearable }) => answers.acceptedPerSecond / bearable),
      undefined,
      countsOf(middle),
    ),
    line(
      `${load}: accepted, p99`,
      middle(({ answers }) => answers.p99),
      judged ? atMost(1_000, ' ms') : undefined,
      latenciesOf(steps, middle),
      ' ms',
    ),
    line(
      `${load}: /healthz, p99`,
      middle(({ health }) => health.p99),
      judged ? atMost(100, ' ms') : undefined,
      `longest ${thousands(middle(({ health }) => health.longest))} ms`,
      ' ms',
    ),
    line(`${load}: other answers, broken connections`, wrong, atMost(0), [...new Set(faults)].join('; ')),
    ...(growths.length === 0
      ? []
      : [
          line(
            `${load}: growth of RSS`,
            Math.max(...growths),
            judged ? atMost(300, ' MB') : undefined,
            `peak ${thousands(Math.max(...steps.map(({ peakMb = 0 }) => peakMb)))} MB`,
            ' MB',
          ),
        ]),
    line(
      `${load}: normal answer after its end`,
      middle(({ recoveryMs }) => recoveryMs),
      undefined,
      '',
      ' ms',
    ),
  ];
}

type Middle = (value: (step: Step & { bearable: number }) => number) => number;

function countsOf(middle: Middle): string {
  const offered = thousands(middle(({ times, bearable }) => times * bearable));
  const accepted = thousands(middle(({ answers }) => answers.acceptedPerSecond));
  const shed = thousands(middle(({ answers }) => answers.shedPerSecond));
  const unsent = middle(({ answers }) => answers.unsent);
  const left = unsent === 0 ? '' : `; ${thousands(unsent)} never sent: no connection was free`;
  const connections = thousands(middle(({ answers }) => answers.connections));
  return `offered ${offered}/s, accepted ${accepted}/s, shed ${shed}/s, ${connections} connections${left}`;
}

/** Of the last round second by second, which shows whether it goes on getting slower. */
function latenciesOf(steps: readonly Step[], middle: Middle): string {
  const p50 = thousands(middle(({ answers }) => answers.p50));
  const longest = thousands(middle(({ answers }) => answers.longest));
  const shed = middle(({ answers }) => answers.shedP99);
  const shedText = Number.isNaN(shed) ? '' : `, p99 of those shed ${thousands(shed)} ms`;
  const seconds = steps.at(-1)?.answers.p99BySecond.map((p99) => (p99 === null ? '-' : thousands(p99))) ?? [];
  const late = thousands(middle(({ answers }) => answers.lateP99));
  return `p50 ${p50}, longest ${longest} ms${shedText}; p99 second by second ${seconds.join(' ')}; generator late by ${late} ms (p99)`;
}
