/** The forms on the page with something that is not saved. */
export const editedForms = new Set<HTMLFormElement>();

addEventListener('beforeunload', (event) => {
  if (editedForms.size > 0) event.preventDefault();
});
