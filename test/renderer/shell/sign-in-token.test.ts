import { expect, it } from 'vitest'
import { tokenFrom } from '../../../renderer/src/shell/sign-in-token'

it.each([
  ['http://127.0.0.1:7513/sign-in?token=a-B_9', 'a-B_9'],
  ['http://127.0.0.1:7513/sign-in?x=1&token=a%2Fb#top', 'a/b'],
  ['  a-B_9\n', 'a-B_9'],
  ['?token=%zz', '%zz'],
])('the token of %j is %j', (pasted, token) => {
  expect(tokenFrom(pasted)).toBe(token)
})
