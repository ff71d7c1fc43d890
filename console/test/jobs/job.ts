import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type App, signedIn, startApp } from '../console-page.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };
/** `phone.release.test.ts` and `desk.release.test.ts` do all jobs. */
const viewport = process.env.TEST_SCREEN === 'desk' ? DESK : PHONE;

interface Job {
  name: string;
  /** The number of clicks from the first page after sign-in to the result. Keys that are typed do not count. */
  clicks: number;
  env?: Record<string, string>;
  /** The fragment of the first page; the page Today unless it is given. */
  at?: string;
  /** Adds what the job needs to the catalogue. */
  prepare?(app: App): Promise<unknown>;
  /** Does the job, and asserts its result. */
  run(page: Page, app: App, t: TestContext): Promise<unknown>;
}

const COUNT_CLICKS = `globalThis.clicks = 0;
addEventListener('pointerdown', () => { globalThis.clicks += 1; }, { capture: true });`;

/** A job of a shelter, by its admin, in the real service. Asserts the number of clicks. */
export function testJob({ name, clicks, env, at = '/today', prepare, run }: Job): void {
  test(`${name} in ${clicks} clicks, ${viewport.width} px wide`, { skip: noBrowser }, async (t) => {
    const app = await startApp(t, env);
    const { key } = await app.service.account({ role: 'admin' });
    await prepare?.({ ...app, key });
    const permissions = ['clipboard-read', 'clipboard-write'];
    const page = await signedIn(t, app, { key, at, viewport, permissions });
    await page.evaluate(COUNT_CLICKS);
    await run(page, { ...app, key }, t);
    assert.equal(await page.evaluate('globalThis.clicks'), clicks);
  });
}

interface JobOfDay<Stage> {
  name: string;
  /** The number of clicks from the first page of the job to its result. Keys that are typed do not count. */
  clicks: number;
  /** Does the job from the page that the job before it has left, and asserts its result. */
  run(stage: Stage): Promise<unknown>;
}

interface Day<Stage> {
  name: string;
  /** Starts a service, and opens the first page. */
  begin(t: TestContext, options: BrowserContextOptions): Promise<Stage>;
  jobs: ReadonlyArray<JobOfDay<Stage>>;
}

const REPORT_CLICKS = `addEventListener('pointerdown', () => globalThis.countClick(), { capture: true })`;

/** Jobs that follow each other in one service: each finds what those before it have left. Asserts the clicks of each. */
export function testDay<Stage extends { page: Page }>({ name, begin, jobs }: Day<Stage>): void {
  test(`${name}, ${viewport.width} px wide`, { skip: noBrowser }, async (t) => {
    const stage = await begin(t, { viewport });
    let counted = 0;
    await stage.page.exposeFunction('countClick', () => {
      counted += 1;
    });
    await stage.page.addInitScript(REPORT_CLICKS);
    await stage.page.evaluate(REPORT_CLICKS);
    let skip: string | false = false;
    for (const { name: job, clicks, run } of jobs) {
      await t.test(`${job} in ${clicks} clicks`, { skip }, async () => {
        skip = 'an earlier job failed';
        counted = 0;
        await run(stage);
        assert.equal(counted, clicks);
        skip = false;
      });
    }
  });
}
