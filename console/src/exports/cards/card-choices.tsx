import { useId } from 'react';
import { TEXTS } from './cards-texts.ts';
import { CARDS_PER_SHEET, type CardLayout, PAPERS, SIZES } from './paper.ts';

interface CardChoicesProps {
  layout: CardLayout;
  onChoose(layout: CardLayout): void;
}

/** Chooses the paper and the size of the cards. This browser keeps the choice. */
export function CardChoices({ layout, onChoose }: CardChoicesProps) {
  const id = useId();
  return (
    <div className="card-choices">
      <p>
        <label htmlFor={`${id}-size`}>{TEXTS.perSheet}</label>
        <select
          id={`${id}-size`}
          value={layout.perSheet}
          onChange={({ target: { value } }) => {
            const perSheet = CARDS_PER_SHEET.find((one) => String(one) === value);
            if (perSheet !== undefined) onChoose({ ...layout, perSheet });
          }}
        >
          {CARDS_PER_SHEET.map((count) => (
            <option key={count} value={count}>
              {TEXTS.perSheetChoices[count]}
            </option>
          ))}
        </select>
      </p>
      <p>
        <label htmlFor={`${id}-paper`}>{TEXTS.paper}</label>
        <select
          id={`${id}-paper`}
          value={layout.paper}
          onChange={({ target: { value } }) => {
            const paper = PAPERS.find((one) => one === value);
            if (paper !== undefined) onChoose({ ...layout, paper });
          }}
        >
          {PAPERS.map((paper) => (
            <option key={paper} value={paper}>
              {paper === 'letter' ? TEXTS.letter : SIZES[paper]}
            </option>
          ))}
        </select>
      </p>
    </div>
  );
}
