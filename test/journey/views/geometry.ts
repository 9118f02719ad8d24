/** What is wrong with how a page stands in its window: parts that lie over each other, stick out, or cut their text off. */
import type { Page } from 'playwright-core'

/** Each fault names what it is of; an empty list is a page without faults. */
export const geometryFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const ROUNDING = 1.5
    const interactive =
      'a[href], button, select, textarea, summary, input:not([type=hidden]), [role=tab], [role=slider]'
    const nameOf = (part: Element) =>
      `${part.tagName.toLowerCase()} “${(part.getAttribute('aria-label') ?? part.textContent ?? '').trim().slice(0, 40)}”`

    // Under a dialog nothing can be pressed, and pages are looked at by themselves.
    const within = [...document.querySelectorAll('.bp6-dialog, .bp6-omnibar')].at(-1) ?? document
    const parts = [
      ...(within instanceof Element ? [within, ...within.querySelectorAll('*')] : document.querySelectorAll('body *')),
    ]
    const styles = new Map<Element, CSSStyleDeclaration>()
    const styleOf = (part: Element) => {
      const style = styles.get(part) ?? getComputedStyle(part)
      styles.set(part, style)
      return style
    }

    /** What stays at the top of its pane; other parts scroll away under it. */
    const stuck = parts.filter(part => styleOf(part).position === 'sticky')

    /** What of a part can be seen: its box without what the parts around it cut off. */
    const seen = (part: Element) => {
      let { left, top, right, bottom } = part.getBoundingClientRect()
      for (let around = part.parentElement; around; around = around.parentElement) {
        if (styleOf(around).overflow === 'visible') continue
        const box = around.getBoundingClientRect()
        left = Math.max(left, box.left)
        top = Math.max(top, box.top)
        right = Math.min(right, box.right)
        bottom = Math.min(bottom, box.bottom)
      }
      for (const over of stuck) {
        const box = over.getBoundingClientRect()
        if (over.contains(part) || box.right <= left || box.left >= right || box.bottom <= top) continue
        if (box.top <= bottom) top = Math.max(top, Math.min(bottom, box.bottom))
      }
      return { part, left, top, right, bottom }
    }
    type Box = ReturnType<typeof seen>
    const isLarge = ({ left, top, right, bottom }: Box) => right - left > ROUNDING && bottom - top > ROUNDING
    const overlap = (a: Box, b: Box) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > ROUNDING &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > ROUNDING
    const nested = (a: Element, b: Element) => a.contains(b) || b.contains(a)
    const isShown = (part: Element) => part.checkVisibility({ opacityProperty: true, visibilityProperty: true })

    const controls = [...within.querySelectorAll(interactive)]
      .filter(part => isShown(part) && styleOf(part).pointerEvents !== 'none')
      .map(seen)
      .filter(isLarge)
    const overlaps = controls.flatMap((a, i) =>
      controls
        .slice(i + 1)
        .filter(b => !nested(a.part, b.part) && overlap(a, b))
        .map(b => `${nameOf(a.part)} overlaps ${nameOf(b.part)}`),
    )

    const own = (part: Element) =>
      [...part.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '')
    const cut = parts.filter(part => {
      const style = styleOf(part)
      const cuts = ['hidden', 'clip'].includes(style.overflowX) || ['hidden', 'clip'].includes(style.overflowY)
      if (!cuts || part.clientWidth < 2 || !own(part) || !isShown(part) || isMeantToHide(part, style)) return false
      return part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1
    })

    const cutByOthers = parts
      .filter(part => own(part) && isShown(part))
      .flatMap(part => {
        const cutter = cutterOf(part)
        return cutter === null ? [] : [`the text of ${nameOf(part)} is cut off by ${cutter}`]
      })

    const main = document.querySelector('main') ?? document.body
    const sideways = main.scrollWidth - main.clientWidth
    return [
      ...(sideways > 0 ? [`the page is ${sideways} px wider than its window`, ...stickingOut(main)] : []),
      ...overlaps,
      ...(within instanceof Element ? stickingOut(within) : []),
      ...cut.map(part => `the text of ${nameOf(part)} is cut off`),
      ...cutByOthers,
    ]

    /** The box around a part that hides some of its text, or the window; null where all of it can be seen or scrolled to. */
    function cutterOf(part: Element): string | null {
      // Measured only where something may hide them: that takes longest on a page of thousands of parts.
      let measured: DOMRect[] | null = null
      const isAny = (beyond: (text: DOMRect) => boolean) => {
        measured ??= textBoxes(part)
        return measured.some(beyond)
      }
      const open = { across: true, down: true }
      let { position } = styleOf(part)
      for (let around = part.parentElement; around && around !== document.body; around = around.parentElement) {
        if (position === 'fixed') break
        const style = styleOf(around)
        // What is placed absolutely is cut only by boxes that it is placed in.
        if (position === 'absolute' && style.position === 'static') continue
        position = style.position
        if (isMeantToHide(around, style)) return null
        const hidesAcross = open.across && ['hidden', 'clip'].includes(style.overflowX)
        const hidesDown = open.down && ['hidden', 'clip'].includes(style.overflowY)
        if (hidesAcross || hidesDown) {
          const box = around.getBoundingClientRect()
          if (hidesAcross && isAny(isBeyondSides(box))) return nameOf(around)
          if (hidesDown && isAny(isAboveOrBelow(box))) return nameOf(around)
        }
        if (!open.across && !open.down) return null
        if (['auto', 'scroll'].includes(style.overflowX)) open.across = false
        if (['auto', 'scroll'].includes(style.overflowY)) open.down = false
      }
      return open.across && isAny(isBeyondSides(new DOMRect(0, 0, innerWidth, innerHeight))) ? 'the window' : null
    }

    /** Shortened with the whole as its title, or for screen readers alone. */
    function isMeantToHide(around: Element, { textOverflow, webkitLineClamp, clipPath }: CSSStyleDeclaration): boolean {
      const shortened = (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') && around.hasAttribute('title')
      const isTiny = around instanceof HTMLElement && around.clientWidth < 2 && around.clientHeight < 2
      return shortened || clipPath !== 'none' || isTiny
    }

    function textBoxes(part: Element): DOMRect[] {
      const range = document.createRange()
      return [...part.childNodes]
        .filter(node => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '')
        .flatMap(node => {
          range.selectNodeContents(node)
          return [...range.getClientRects()].filter(({ width, height }) => width > ROUNDING && height > ROUNDING)
        })
    }

    function isBeyondSides({ left, right }: DOMRect): (text: DOMRect) => boolean {
      return text => text.left < left - ROUNDING || text.right > right + ROUNDING
    }

    /** Letters are lower than the box of their font, which may stand out of a low line. */
    function isAboveOrBelow({ top, bottom }: DOMRect): (text: DOMRect) => boolean {
      return text => text.top < top - text.height / 4 || text.bottom > bottom + text.height / 4
    }

    function hasScrollerWithin(part: Element, pane: Element): boolean {
      for (let around = part.parentElement; around && around !== pane; around = around.parentElement)
        if (styleOf(around).overflow !== 'visible') return true
      return false
    }

    function stickingOut(pane: Element): string[] {
      const { right } = pane.getBoundingClientRect()
      const parts = [...pane.querySelectorAll('*')].filter(
        part => part.getBoundingClientRect().right > right + 1 && isShown(part) && !hasScrollerWithin(part, pane),
      )
      return parts.slice(0, 3).map(part => `${nameOf(part)} (${part.className}) sticks out`)
    }
  })
