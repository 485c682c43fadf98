//! The codec of `zarrs` that makes shards, taken apart.

use zarrs::array::CodecChain;
use zarrs::array::codec::array_to_bytes::sharding::{
    ShardingCodecConfiguration, ShardingCodecConfigurationV1,
};
use zarrs::metadata::ConfigurationSerialize;

/// The codec that makes shards, if the chain has one, with the codecs of the parts and of the
/// index.
pub(crate) fn sharding_of(
    chain: &CodecChain,
) -> Option<(ShardingCodecConfigurationV1, CodecChain, CodecChain)> {
    let configuration = chain
        .array_to_bytes_codec()
        .configuration_v3(&Default::default())?;
    let Ok(ShardingCodecConfiguration::V1(shard)) =
        ShardingCodecConfiguration::try_from_configuration(configuration)
    else {
        return None;
    };
    let parts = CodecChain::from_metadata(&shard.codecs).ok()?;
    let index = CodecChain::from_metadata(&shard.index_codecs).ok()?;
    Some((shard, parts, index))
}
