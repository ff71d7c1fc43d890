import type { ReactNode } from 'react';
import { useUsage } from '../session/use-session.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { NotForRole } from '../ui/not-for-role.tsx';
import { Page } from '../ui/page.tsx';
import { TEXTS } from './publishing-texts.ts';
import './publishing.css';

interface ManagerPageProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page for managers and admins. Other roles see a sentence instead. */
export function ManagerPage({ title, actions, children }: ManagerPageProps) {
  const { data: usage, error, refetch } = useUsage();
  const isOpen = usage?.role === 'manager' || usage?.role === 'admin';
  return (
    <Page title={title} actions={isOpen && actions}>
      {isOpen && children}
      {usage !== undefined && !isOpen && <NotForRole>{TEXTS.onlyForManagers}</NotForRole>}
      {usage === undefined && error !== null && <ErrorNote error={error} onRetry={refetch} />}
    </Page>
  );
}
