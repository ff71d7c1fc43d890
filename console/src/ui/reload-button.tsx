import { TEXTS } from './ui-texts.ts';

/** Loads the console again. */
export function ReloadButton() {
  return (
    <p>
      <button type="button" className="primary" onClick={() => location.reload()}>
        {TEXTS.reload}
      </button>
    </p>
  );
}
