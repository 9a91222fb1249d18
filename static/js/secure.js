// Say what plain HTTP lacks, only on pages where it matters: shows [data-insecure-only] outside a secure context.

if (!window.isSecureContext) {
  for (const notice of document.querySelectorAll('[data-insecure-only]')) notice.hidden = false;
}
