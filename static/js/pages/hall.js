// The page that prepares tablets: say whether this device trusts the server already. A picture from the trusted
// address arrives only if it does.

const banner = document.querySelector('[data-probe]');

function say(kind) {
  banner.textContent = banner.dataset[kind];
  banner.dataset.tone = kind === 'good' ? 'success' : 'warning';
  banner.hidden = false;
}

if (banner) {
  const picture = new Image();
  picture.addEventListener('load', () => say('good'));
  picture.addEventListener('error', () => say('bad'));
  picture.src = banner.dataset.probe;
}
