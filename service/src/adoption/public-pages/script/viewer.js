// Shows the photos of an animal on the whole screen: swiped with a finger, and zoomed with two, a click or a button.
(() => {
  const viewer = document.querySelector('.viewer');
  const links = Array.from(document.querySelectorAll('.enlarge'));
  // In an older browser, and without scripts, the links lead to the files.
  if (viewer === null || viewer.showModal === undefined) return;
  const reel = viewer.querySelector('ul');
  const place = viewer.querySelector('.place');
  const zoom = viewer.querySelector('.zoom');

  const position = () => Math.round(reel.scrollLeft / reel.clientWidth) || 0;
  const show = (index, behavior) => {
    const wanted = (index + links.length) % links.length;
    reel.scrollTo({ left: wanted * reel.clientWidth, behavior });
  };
  const moved = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth');

  const setZoom = (zoomed) => {
    for (const photo of Array.from(reel.children)) {
      const isZoomed = photo === zoomed;
      photo.classList.toggle('zoomed', isZoomed);
      // So that the arrow keys scroll it.
      if (isZoomed) photo.tabIndex = 0;
      else photo.removeAttribute('tabindex');
    }
    zoom.setAttribute('aria-pressed', String(zoomed !== undefined));
  };
  const isZoomed = () => zoom.getAttribute('aria-pressed') === 'true';
  const toggleZoom = (x, y) => {
    const photo = reel.children[position()];
    setZoom(isZoomed() ? undefined : photo);
    photo.scrollLeft = photo.scrollWidth * x - photo.clientWidth / 2;
    photo.scrollTop = photo.scrollHeight * y - photo.clientHeight / 2;
  };

  let shown = -1;
  const update = () => {
    if (position() === shown) return;
    shown = position();
    setZoom(undefined);
    place.textContent = `${shown + 1} / ${links.length}`;
  };

  const fill = () => {
    for (const link of links) {
      const photo = document.createElement('li');
      const image = document.createElement('img');
      image.alt = link.querySelector('img').alt;
      image.loading = 'lazy';
      image.src = link.href;
      image.addEventListener('click', (event) => {
        const { left, top, width, height } = image.getBoundingClientRect();
        toggleZoom((event.clientX - left) / width, (event.clientY - top) / height);
      });
      photo.appendChild(image);
      reel.appendChild(photo);
    }
  };

  links.forEach((link, index) => {
    link.addEventListener('click', (event) => {
      if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (reel.children.length === 0) fill();
      viewer.hidden = false;
      viewer.showModal();
      // The page behind does not scroll.
      document.documentElement.classList.add('still');
      show(index, 'auto');
      update();
    });
  });
  const step = (by) => show(position() + by, moved());
  const on = (name, act) => {
    const button = viewer.querySelector(`.${name}`);
    if (button) button.addEventListener('click', act);
  };
  on('close', () => viewer.close());
  on('zoom', () => toggleZoom(0.5, 0.5));
  on('previous', () => step(-1));
  on('next', () => step(1));
  viewer.addEventListener('keydown', (event) => {
    if (isZoomed()) return;
    if (event.key === 'ArrowLeft') step(-1);
    else if (event.key === 'ArrowRight') step(1);
    else return;
    event.preventDefault();
  });
  viewer.addEventListener('close', () => {
    document.documentElement.classList.remove('still');
    setZoom(undefined);
    shown = -1;
  });
  reel.addEventListener('scroll', update);
})();
