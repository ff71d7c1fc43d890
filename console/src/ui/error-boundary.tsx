import { Component, type ReactNode } from 'react';
import { Page } from './page.tsx';
import { ReloadButton } from './reload-button.tsx';
import { TEXTS } from './ui-texts.ts';

interface Fault {
  readonly error: Error;
  readonly typed: readonly TypedText[];
}

interface TypedText {
  readonly label: string;
  readonly text: string;
}

interface ErrorBoundaryProps {
  /** The address of the page. Another one is tried after an error. */
  readonly at: string;
  readonly children: ReactNode;
}

/** Shows an error of the page instead of an empty page, with what was typed, and offers to load the console again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { fault?: Fault | undefined }> {
  override state: { fault?: Fault | undefined } = {};

  /** The page is still in the document when this is called. */
  static getDerivedStateFromError(thrown: unknown): { fault: Fault } {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    return { fault: { error, typed: typedTexts() } };
  }

  override componentDidMount(): void {
    document.addEventListener('input', markAsEdited);
  }

  override componentWillUnmount(): void {
    document.removeEventListener('input', markAsEdited);
  }

  override componentDidUpdate({ at }: ErrorBoundaryProps): void {
    if (at !== this.props.at && this.state.fault !== undefined) this.setState({ fault: undefined });
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === undefined) return this.props.children;
    const { error, typed } = fault;
    return (
      <Page title={TEXTS.failed}>
        <p role="alert">
          {TEXTS.failedReason} <code>{error.message}</code>
        </p>
        {typed.length > 0 && (
          <>
            <p>{TEXTS.typed}</p>
            <dl className="card typed">
              {typed.map(({ label, text }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: labels repeat, and the list never changes
                <div key={index}>
                  <dt>{label}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
        <ReloadButton />
      </Page>
    );
  }
}

/** The fields that the user has edited. Their `defaultValue` does not show it: React sets that of a controlled field, too. */
const edited = new WeakSet<EventTarget>();

function markAsEdited({ target }: Event): void {
  if (target !== null) edited.add(target);
}

/** Returns what fields have that the page did not put there. A password is not shown. */
function typedTexts(): TypedText[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea, input:not([type=password], [type=checkbox], [type=radio], [type=file])',
  );
  return [...fields]
    .filter((field) => field.value.trim() !== '' && edited.has(field))
    .map(({ labels, name, value }) => ({ label: labels?.[0]?.textContent ?? name, text: value }));
}
