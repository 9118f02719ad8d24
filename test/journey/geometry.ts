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

    /** What stays at the top of its pane; other parts scroll away under it. */
    const stuck = [...document.querySelectorAll('body *')].filter(part => getComputedStyle(part).position === 'sticky')

    /** What of a part can be seen: its box without what the parts around it cut off. */
    const seen = (part: Element) => {
      let { left, top, right, bottom } = part.getBoundingClientRect()
      for (let around = part.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflow === 'visible') continue
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

    // Under a dialog nothing can be pressed.
    const within = [...document.querySelectorAll('.bp6-dialog, .bp6-omnibar')].at(-1) ?? document
    const controls = [...within.querySelectorAll(interactive)]
      .filter(part => isShown(part) && getComputedStyle(part).pointerEvents !== 'none')
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
    const cut = [...document.querySelectorAll('body *')].filter(part => {
      const style = getComputedStyle(part)
      const cuts = ['hidden', 'clip'].includes(style.overflowX) || ['hidden', 'clip'].includes(style.overflowY)
      if (!cuts || style.clipPath !== 'none' || part.clientWidth < 2 || !own(part) || !isShown(part)) return false
      if (style.textOverflow === 'ellipsis' && part.hasAttribute('title')) return false
      return part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1
    })

    const main = document.querySelector('main') ?? document.body
    const sideways = main.scrollWidth - main.clientWidth
    return [
      ...(sideways > 0 ? [`the page is ${sideways} px wider than its window`, ...stickingOut(main)] : []),
      ...overlaps,
      ...cut.map(part => `the text of ${nameOf(part)} is cut off`),
    ]

    function hasScrollerWithin(part: Element, pane: Element): boolean {
      for (let around = part.parentElement; around && around !== pane; around = around.parentElement)
        if (getComputedStyle(around).overflow !== 'visible') return true
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
