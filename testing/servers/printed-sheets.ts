import { inflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { type Paper, sheetOf } from './browser.ts';

/** Prints a page. Returns the number of sheets. */
export async function sheets(page: Page, paper: Paper): Promise<number> {
  const pdf = (await page.pdf(sheetOf(paper))).toString('latin1');
  const streams = [...pdf.matchAll(/stream\r?\n(.*?)\r?\nendstream/gs)].map(([, text = '']) =>
    inflated(text),
  );
  return [pdf, ...streams].join('\n').match(/\/Type ?\/Page\b/g)?.length ?? 0;
}

/** Returns the content of a stream; an empty text if it has another compression. */
function inflated(stream: string): string {
  try {
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
  } catch {
    return '';
  }
}
