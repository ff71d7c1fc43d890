// Keeps the favourites of a visitor in this browser: #+12 adds an animal, #-12 removes it. Then their page follows.
(() => {
  const NAME = 'petstore.favourites';
  const MAX = 100;
  const [, sign, id] = /^#([+-])(\d{1,19})$/.exec(location.hash) || [];
  let ids = [];
  try {
    const kept = localStorage.getItem(NAME) || '';
    ids = kept.split(',').filter((one) => /^\d{1,19}$/.test(one) && one !== id);
    if (sign === '+') ids = [id].concat(ids).slice(0, MAX);
    localStorage.setItem(NAME, ids.join());
  } catch (_error) {
    // The browser keeps nothing for this page.
  }
  if (ids.length > 0) {
    const list = new URL(document.querySelector('main a').href);
    list.searchParams.set('ids', ids.join());
    location.replace(list.href);
  } else document.querySelector('.none').hidden = false;
})();
