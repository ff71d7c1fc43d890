import type { Account, AccountChange } from '@petstore/client';
import { useState } from 'react';
import { hrefOf } from '../route.ts';
import { PLAN_NAMES, ROLE_NAMES } from '../texts/account-names.ts';
import { formatNumber } from '../texts/in-language.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { ChangeAccount } from './change-account.tsx';
import { KeyList } from './key-list.tsx';
import { MakeKey } from './make-key.tsx';
import { useProgramChange } from './program-queries.ts';
import { TEXTS } from './programs-texts.ts';

/** One account: its role and plan, and its keys when they are opened. */
export function AccountCard({ account }: { account: Account }) {
  const { id, name, role, plan, quota, requestsToday, disabled } = account;
  const [dialog, setDialog] = useState<'change' | 'key'>();
  const [isOpen, setOpen] = useState(false);
  const close = () => setDialog(undefined);
  const change = useProgramChange((petstore, asked: AccountChange) => petstore.accounts.update(id, asked));
  return (
    <li className="card account">
      <h2>{name}</h2>
      <p className="detail">
        <span>{ROLE_NAMES[role]}</span>
        <span>{TEXTS.planAndQuota(PLAN_NAMES[plan], quota.perMinute)}</span>
        <span>{TEXTS.usedToday(formatNumber(requestsToday), formatNumber(quota.perDay))}</span>
        {disabled && <strong>{TEXTS.disabled}</strong>}
      </p>
      <div className="account-actions">
        <button type="button" disabled={disabled} onClick={() => setDialog('key')}>
          {TEXTS.makeKey}
          <span className="visually-hidden"> {TEXTS.forAccount(name)}</span>
        </button>
        <button type="button" onClick={() => setDialog('change')}>
          {TEXTS.change}
          <span className="visually-hidden"> {name}</span>
        </button>
        <button
          type="button"
          disabled={change.isPending}
          onClick={() => change.mutate({ disabled: !disabled })}
        >
          {disabled ? TEXTS.enable : TEXTS.disable}
          <span className="visually-hidden"> {name}</span>
        </button>
      </div>
      <p>
        <a href={hrefOf({ page: 'people', account: id })}>
          {PAGE_NAMES.people}
          <span className="visually-hidden"> {name}</span>
        </a>
      </p>
      <div role="alert">{change.error !== null && <ErrorNote error={change.error} />}</div>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{TEXTS.keys}</summary>
        {isOpen && <KeyList accountId={id} />}
      </details>
      {dialog === 'change' && <ChangeAccount account={account} onClose={close} />}
      {dialog === 'key' && <MakeKey account={account} onMade={() => setOpen(true)} onClose={close} />}
    </li>
  );
}
