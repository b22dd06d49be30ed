/** Whether an address (its hash) asks for the page 'embed', in another one's frame, or 'present', for a projector. */
export const asksFor = (frame, hash) => new RegExp(`[#&]${frame}(&|$)`).test(hash);

export const isEmbed = () => asksFor('embed', location.hash);
