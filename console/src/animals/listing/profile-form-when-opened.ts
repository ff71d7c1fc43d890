import { partWhenOpened } from '../../ui/when-opened.tsx';

/** The form is in a file of its own: the page of an animal and the checklist open it. */
export const ProfileForm = partWhenOpened(async () => (await import('./profile-form.tsx')).ProfileForm);
