// Leads back to the search from which a visitor came. Its query is in the fragment of the address, which caches do not see.
(() => {
  const link = document.querySelector('.back a');
  const match = /^#back=(\d*)&([\w%=&+.*~-]*)$/.exec(location.hash);
  if (link === null || match === null) return;
  // The fragment stays: in an opaque origin no other state survives a reload.
  const [, number, query] = match;
  const { all, kind, search } = link.dataset;
  const text = /(^|&)categoryId=/.test(query) ? kind : all;
  const count = Number(number);
  link.textContent =
    count > 1 ? text.replace('#', count.toLocaleString(document.documentElement.lang)) : search;
  const language = new URL(link.href).searchParams.get('lang');
  link.search = [query, language && `lang=${language}`].filter(Boolean).join('&');
  link.hash = 'results';
})();
