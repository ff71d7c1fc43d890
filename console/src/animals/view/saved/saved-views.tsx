import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Observable, useObservable } from '../../../observable.ts';
import { type AnimalsRoute, hrefOf } from '../../../route.ts';
import { StoredSetting } from '../../../stored-setting.ts';
import { useKeepFocusIn } from '../../../ui/keep-focus-in.ts';
import { useMenu } from '../../../use-menu.ts';
import { useView } from '../view.ts';
import { TEXTS } from './saved-texts.ts';
import { MAX_NAME, renamed, type SavedView, viewsIn, withoutView, withView } from './stored-views.ts';
import './saved-views.css';

const stored = new StoredSetting('petstore.animal-views');
const savedViews = new Observable<readonly SavedView[]>(viewsIn(stored.readJson()));

function save(views: readonly SavedView[]): void {
  stored.saveJson(views);
  savedViews.set(views);
}

/** The lists that have a name in this browser: to choose, save, rename and remove. */
export function SavedViews(route: AnimalsRoute) {
  const views = useObservable(savedViews);
  const menu = useMenu();
  const items = useRef<HTMLDivElement>(null);
  const view = useView(route);
  // What is saved has the view that is shown, also if it is not in the address.
  const shown = { ...route, view };
  const current = views.find(({ href }) => href === hrefOf(route) || href === hrefOf(shown));
  return (
    <div className="menu saved-views" {...menu.container}>
      <button type="button" {...menu.button}>
        {current === undefined ? TEXTS.views : current.name}
      </button>
      <div ref={items} tabIndex={-1} className="saved-views-menu" {...menu.items}>
        {!menu.items.hidden && (
          <>
            {views.length === 0 && <p className="hint">{TEXTS.none}</p>}
            <ul>
              {views.map((one) => (
                <ViewItem
                  key={one.name}
                  view={one}
                  isCurrent={one === current}
                  menu={items}
                  onChosen={menu.close}
                />
              ))}
            </ul>
            <NameForm
              label={TEXTS.nameOfView}
              hint={TEXTS.hint}
              submit={TEXTS.save}
              onName={(name) => save(withView(views, name, shown))}
            />
          </>
        )}
      </div>
    </div>
  );
}

interface ViewItemProps {
  view: SavedView;
  isCurrent: boolean;
  /** It gets the focus when what has it is gone. */
  menu: RefObject<HTMLElement | null>;
  onChosen(): void;
}

function ViewItem(props: ViewItemProps) {
  const { name } = props.view;
  const [isRenaming, setRenaming] = useState(false);
  const rename = (to: string) => {
    setRenaming(false);
    save(renamed(savedViews.get(), name, to));
  };
  return (
    <li>
      {isRenaming ? (
        <NameForm label={TEXTS.newName(name)} renamed={props} submit={TEXTS.saveName} onName={rename} />
      ) : (
        <Choice {...props} onRename={() => setRenaming(true)} />
      )}
    </li>
  );
}

function Choice({
  view: { name, href },
  isCurrent,
  menu,
  onChosen,
  onRename,
}: ViewItemProps & { onRename(): void }) {
  useKeepFocusIn(menu);
  return (
    <div className="saved-view">
      <a href={href} aria-current={isCurrent ? 'true' : undefined} onClick={onChosen}>
        {name}
      </a>
      <button type="button" className="quiet" aria-label={TEXTS.rename(name)} onClick={onRename}>
        <svg viewBox="0 0 24 24" aria-hidden="true" className="icon">
          <path d="M4 20l1-4L16 5l3 3L8 19z" />
        </svg>
      </button>
      <button
        type="button"
        className="quiet"
        aria-label={TEXTS.remove(name)}
        onClick={() => save(withoutView(savedViews.get(), name))}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true" className="icon">
          <path d="M6 6l12 12M18 6L6 18" />
        </svg>
      </button>
    </div>
  );
}

interface NameFormProps {
  label: string;
  /** The view that gets another name. */
  renamed?: Pick<ViewItemProps, 'view' | 'menu'>;
  hint?: string;
  submit: string;
  onName(name: string): void;
}

function NameForm({ label, renamed: before, hint, submit, onName }: NameFormProps) {
  const [name, setName] = useState(before?.view.name ?? '');
  const input = useRef<HTMLInputElement>(null);
  const none = useRef<HTMLElement>(null);
  const isRenaming = before !== undefined;
  useEffect(() => {
    if (!isRenaming) return;
    input.current?.focus();
    input.current?.select();
  }, [isRenaming]);
  useKeepFocusIn(before?.menu ?? none);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    onName(name);
    setName('');
  };
  return (
    <form onSubmit={send} className="name-form">
      <label>
        {label}
        <input
          ref={input}
          value={name}
          maxLength={MAX_NAME}
          required
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      {hint !== undefined && <p className="hint">{hint}</p>}
      <button type="submit">{submit}</button>
    </form>
  );
}
