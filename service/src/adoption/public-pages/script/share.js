// Shares the address of an animal by the system, or copies it.
(() => {
  const place = document.querySelector('.share');
  if (!place) return;
  const button = place.querySelector('button');
  const status = place.querySelector('[role=status]');
  const { url, title, copied } = button.dataset;

  // The page has an opaque origin, which may not use the clipboard otherwise.
  const copy = () => {
    const field = document.createElement('textarea');
    field.value = url;
    field.className = 'quiet';
    place.appendChild(field);
    field.select();
    const isCopied = document.execCommand('copy');
    place.removeChild(field);
    button.focus();
    status.textContent = isCopied ? copied : url;
  };

  button.addEventListener('click', () => {
    if (!navigator.share) {
      copy();
      return;
    }
    navigator.share({ title, url }).catch((error) => {
      if (error.name !== 'AbortError') copy();
    });
  });
  place.hidden = false;
})();
