import { useEffect } from 'react';
import { StoredSetting } from '../../stored-setting.ts';
import { locale } from '../../texts/language.ts';

export const PAPERS = ['a4', 'letter'] as const;
export type Paper = (typeof PAPERS)[number];

export const CARDS_PER_SHEET = [1, 2, 4] as const;
export type CardsPerSheet = (typeof CARDS_PER_SHEET)[number];

/** How the cards are printed. */
export interface CardLayout {
  readonly paper: Paper;
  readonly perSheet: CardsPerSheet;
}

/** The regions that use Letter; all others use A4. */
const LETTER_REGIONS = 'BZ CA CL CO CR GT MX NI PA PH PR SV US VE';

const storedLayout = new StoredSetting('petstore.kennel-cards');

/** Returns the layout that was chosen last in this browser, else one card a sheet of the paper of its region. */
export function lastLayout(): CardLayout {
  const { paper, perSheet }: { paper?: unknown; perSheet?: unknown } = Object(storedLayout.readJson());
  return {
    paper: PAPERS.find((one) => one === paper) ?? paperOf(locale),
    perSheet: CARDS_PER_SHEET.find((one) => one === perSheet) ?? 1,
  };
}

export function saveLayout(layout: CardLayout): void {
  storedLayout.saveJson(layout);
}

function paperOf(tag: string): Paper {
  const { region = '' } = new Intl.Locale(tag).maximize();
  return LETTER_REGIONS.split(' ').includes(region) ? 'letter' : 'a4';
}

/** The names of the papers in CSS. */
export const SIZES = { a4: 'A4', letter: 'letter' } as const;

/**
 * Prints the page on a paper. It is a style of the whole document, because a part with a page of its own begins on another sheet than
 * what stands before it, also if that is empty.
 */
export function usePaper(paper: Paper): void {
  useEffect(() => {
    const style = new CSSStyleSheet();
    style.replaceSync(`@page { size: ${SIZES[paper]} portrait; }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== style);
    };
  }, [paper]);
}
